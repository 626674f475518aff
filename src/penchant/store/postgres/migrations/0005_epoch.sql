-- Whoever is forgotten leaves one more count in their bucket (the first two bytes of the key), which 65,535 others share:
-- so words for what was considered before can be told from others, and nobody is named.

alter table person add column epoch bigint not null default 0;  -- the bucket's count when they were first met

create table forgotten (
    bucket integer primary key,
    times  bigint not null
);
