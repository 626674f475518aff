"""The reliability diagram: of what was said to be so likely, how much was right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

SIDE, MARGIN = 360, 56
COLOURS = ("#1f77b4", "#ff7f0e", "#2ca02c")


def reliability(series: Mapping[str, Sequence[tuple[float, bool]]], bins: int = 10) -> str:
    """An SVG with a line for each series of (how sure, whether right); a dot's area tells of how many sentences."""
    size = SIDE + 2 * MARGIN

    def at(x: float, y: float) -> str:
        return f"{MARGIN + x * SIDE:.1f},{MARGIN + (1 - y) * SIDE:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}"',
        '  font-family="sans-serif" font-size="12">',
        f'<rect width="{size}" height="{size}" fill="white"/>',
        f'<polyline points="{at(0, 0)} {at(1, 1)}" stroke="#999" stroke-dasharray="4" fill="none"/>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#444"/>',
    ]
    for tick in (0, 0.25, 0.5, 0.75, 1):
        x, y = MARGIN + tick * SIDE, MARGIN + (1 - tick) * SIDE
        parts.append(f'<text x="{x:.0f}" y="{size - MARGIN + 18}" text-anchor="middle">{tick}</text>')
        parts.append(f'<text x="{MARGIN - 8}" y="{y + 4:.0f}" text-anchor="end">{tick}</text>')
    parts.append(f'<text x="{size / 2}" y="{size - 12}" text-anchor="middle">how sure the reader was (0 to 1)</text>')
    turn = f"rotate(-90 16 {size / 2})"
    parts.append(f'<text x="16" y="{size / 2}" text-anchor="middle" transform="{turn}">share read right</text>')
    for number, (name, pairs) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        dots = []
        for low in range(bins):
            inside = [
                (sure, right)
                for sure, right in pairs
                if low / bins <= sure < (low + 1) / bins or (sure == 1 and low == bins - 1)
            ]
            if inside:
                x = sum(sure for sure, _ in inside) / len(inside)
                dots.append((x, sum(right for _, right in inside) / len(inside), len(inside)))
        brier = sum((sure - right) ** 2 for sure, right in pairs) / max(len(pairs), 1)
        points = " ".join(at(x, y) for x, y, _ in dots)
        parts.append(f'<polyline points="{points}" stroke="{colour}" fill="none" stroke-width="2"/>')
        for x, y, count in dots:
            cx, cy = at(x, y).split(",")
            radius = 2 + 10 * (count / max(len(pairs), 1)) ** 0.5
            parts.append(f'<circle cx="{cx}" cy="{cy}" r="{radius:.1f}" fill="{colour}" fill-opacity="0.5"/>')
        label = f"{name}: Brier {brier:.3f}, {len(pairs):,} sentences"
        parts.append(f'<text x="{MARGIN + 12}" y="{MARGIN + 20 + 18 * number}" fill="{colour}">{label}</text>')
    title = "Of what the reader is sure of, most is right"
    parts.append(f'<text x="{size / 2}" y="28" text-anchor="middle" font-size="15">{title}</text></svg>')
    return "\n".join(parts) + "\n"
