-- What was said, heard and seen, line by line; split like the other tables. An episode goes by a digest of its name, as
-- a person does; the name itself is the first of the words.

create table transcript (
    person  bytea not null references person (key),
    line    bigint not null,   -- in the order of writing
    episode bytea not null,
    number  bigint not null,   -- within the episode
    kind    text not null,
    at      timestamptz not null,
    said    text not null,
    primary key (person, line),
    unique (person, episode, number)
) partition by hash (person);

do $$
begin
    for part in 0..15 loop
        execute format('create table %I partition of transcript for values with (modulus 16, remainder %s)',
            'transcript' || to_char(part, '"_"FM00'), part);
    end loop;
end $$;
