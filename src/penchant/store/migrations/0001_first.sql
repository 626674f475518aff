-- The first schema. Everything a person said, what they are called, and the vectors made of it lie in `said` alone.
--
-- Rows are only ever appended to `said`, and emptied in place when they are forgotten. That is what makes forgetting
-- real: where SQLite inserts, grows or deletes a row in the middle of a table it moves neighbouring rows between pages
-- and leaves copies of them behind, which `secure_delete` does not reach. The other tables hold numbers, dates and
-- references, which say nothing once `said` is empty.

create table meta (
    only_row integer primary key check (only_row = 1),
    embedder text not null,     -- '' while nobody has named one
    size     integer,           -- of every vector; null until the first is written
    revision integer not null   -- grows with every write about anybody, so no person's revision ever comes back
);
insert into meta values (1, '', null, 0);

create table said (
    key    integer primary key,
    text   text not null,       -- a name, or a JSON list of words
    vector blob                 -- float32, little-endian
);

create table person (
    key             integer primary key,
    name            integer not null references said (key),
    revision        integer not null,
    next_preference integer not null,
    next_evidence   integer not null
);

-- People are found through one of 65,536 buckets rather than an index of names, so that it too can leave no name behind.
create table bucket (
    bucket integer not null,
    person integer not null,
    primary key (bucket, person)
) without rowid;

create table preference (
    person     integer not null references person (key),
    id         integer not null,
    said       integer not null references said (key),
    confidence real not null,
    since      text not null,
    confirmed  text not null,
    until      text,
    replaces   integer,
    primary key (person, id)
) without rowid;

create table evidence (
    person     integer not null,
    number     integer not null,
    preference integer not null,
    source     text not null,
    supports   integer not null,
    at         text not null,
    said       integer not null references said (key),
    primary key (person, number),
    foreign key (person, preference) references preference (person, id)
) without rowid;

create index evidence_of_preference on evidence (person, preference, number);

pragma application_id = 1885695592;  -- 'penh': tells our files from other people's databases
