-- The first schema. Everything about a person carries the person's key and lies in one of 16 partitions.
--
-- The key is a digest of the name, so that a name may be of any length and hold any character: the name itself is kept
-- as bytes, once. Words are kept as JSON text, which writes out the NUL character that PostgreSQL's text cannot hold.
-- The three tables are split alike, so what is kept about somebody lies in the partition of the same number in each.

create table meta (
    only_row integer primary key check (only_row = 1),
    version  integer not null,  -- how many migrations this database has seen
    embedder text not null,     -- '' while nobody has named one
    size     integer            -- of every vector; null until the first is written
);
insert into meta values (1, 0, '', null);

create sequence revision;       -- grows with every write about anybody, so no person's revision ever comes back

create table person (
    key             bytea primary key,
    name            bytea not null,
    revision        bigint not null,
    next_preference bigint not null,
    next_evidence   bigint not null
) partition by hash (key);

create table preference (
    person     bytea not null references person (key),
    id         bigint not null,
    said       text not null,
    confidence double precision not null,
    since      timestamptz not null,
    confirmed  timestamptz not null,
    until      timestamptz,
    replaces   bigint,
    vector     vector not null,
    extreme    boolean not null,  -- the vector's numbers are too large or small for the database to compare
    primary key (person, id)
) partition by hash (person);

create table evidence (
    person     bytea not null,
    number     bigint not null,
    preference bigint not null,
    source     text not null,
    supports   boolean not null,
    at         timestamptz not null,
    said       text not null,
    primary key (person, number),
    foreign key (person, preference) references preference (person, id)
) partition by hash (person);

create index evidence_of_preference on evidence (person, preference, number);

do $$
declare
    whole text;
    part integer;
begin
    foreach whole in array array['person', 'preference', 'evidence'] loop
        for part in 0..15 loop
            execute format('create table %I partition of %I for values with (modulus 16, remainder %s)',
                whole || to_char(part, '"_"FM00'), whole, part);
        end loop;
    end loop;
end $$;
