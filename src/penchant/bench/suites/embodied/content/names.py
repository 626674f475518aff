"""What people are called: first names from many places, family names once the first names run out."""

from __future__ import annotations

_FIRST_NAMES = """
Imani Bjorn Chiara Dilnoza Emeka Fatou Goran Hana Ikaika Jovana Kwame Leilani Mateus Ngozi Oksana Priya Qiang Rania
Sefa Tomasz Uyen Valentina Wanjiru Ximena Yusuf Zainab Aroha Baptiste Chidi Daiyu Eilidh Farid Giulia Hiroshi Ines
Jagoda Kalani Lars Malika Nikos Oyelaran Paloma Quilla Radoslav Siobhan Tariq Usha Viggo Wiremu Xochitl Yara Zoltan
Aiko Bolat Catalina Dawit Esra Fergus Gulnara Henrike Itziar Jamal Katarzyna Lwazi Miriam Nuno Olena Pedro Rosalind
Sanjay Thandiwe Umar Vesna Willemijn Xavier Yeva Zanele Anahera Blessing Constantin Dalia Enrique Freja Gaspard Hamza
Ilse Joaquim Keziah Lucinda Mbali Noor Omid Petra Rasmus Saoirse Tevita Ulrike Vikram Wambui Yolanda Zdenka Abena
Benedikt Citlali Desta Elin Francisca Gyorgy Hye-jin Ioana Jorge Kirra Lorenzo Meseret Nadia Osvaldo Pilar Rukmini
Stellan Tuuli Urszula Vasil Winston Yannis Zeynep Adaeze Bao Cosima Dragan Efua Filip Greta Hoku Ivo Jelena Kofi
Ludmila Mehmet Nomvula Oisin Perpetua Rashid Signe Tadeo Umeko Veronika Waleed Yesenia Zuri Amadou Birgit Ciro
Dorothea Eszter Farrukh Gabriela Henning Isolde Jin-ho Kamila Leandro Mwangi Nilufar Orla Pavel Renata Sione
"""

_FAMILY_NAMES = """
Achebe Aydin Bergstrom Bondarenko Castellanos Chowdhury Dimitrov Dlamini Eriksen Esposito Fonseca Fujimoto Gebremariam
Gruber Haddad Horvat Ibragimov Ivanova Jablonski Jensen Kariuki Kowalczyk Lindqvist Lopes MacLeod Mahlangu Nakamura
Nwosu Okafor Ortiz Papadakis Petrovic Quispe Rahimi Rossi Salazar Szabo Takahashi Tamihana Uzun Vainio Varga Waweru
Weiss Xu Yamamoto Yilmaz Zapata Zielinski
"""

_FIRST = tuple(_FIRST_NAMES.split())
_FAMILY = tuple(_FAMILY_NAMES.split())


def person(seed: int, index: int) -> str:
    """The name of the ``index``-th person of a seed; within one seed no two people share a name.

    >>> person(0, 0), person(0, 200)
    ('Imani', 'Hiroshi Rahimi')
    """
    again, first = divmod(index, len(_FIRST))
    called = _FIRST[(first + seed * 37) % len(_FIRST)]
    if not again:
        return called
    round_, family = divmod(again - 1, len(_FAMILY))
    surname = _FAMILY[(family + first) % len(_FAMILY)]
    return f"{called} {surname}" if not round_ else f"{called} {surname} {round_ + 1}"
