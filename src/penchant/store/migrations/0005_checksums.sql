-- Every row carries a checksum of itself and of its words in `said`, so that a byte that changed on the disk is told and
-- never read as something else. `said` itself stays as it is: its rows must not grow (see 0001_first.sql). The row of a
-- person counts their other rows, so that one that is lost is missed too; see `sums.py`.
--
-- Whoever is forgotten leaves one more count in their bucket, which 65,535 other names share: so words for what was
-- considered before can be told from others, and nobody is named.

alter table meta add column people integer not null default 0;
alter table meta add column sum integer not null default 0;

alter table person add column bucket integer not null default 0;
alter table person add column epoch integer not null default 0;              -- the bucket's count when they were first met
alter table person add column preferences integer not null default 0;        -- how many rows there are, and a digest
alter table person add column preference_digest integer not null default 0;  -- of their numbers
alter table person add column pieces integer not null default 0;
alter table person add column piece_digest integer not null default 0;
alter table person add column lines integer not null default 0;
alter table person add column line_digest integer not null default 0;
alter table person add column sum integer not null default 0;

alter table preference add column sum integer not null default 0;
alter table preference add column vector_sum integer not null default 0;
alter table evidence add column sum integer not null default 0;
alter table transcript add column sum integer not null default 0;

create table forgotten (
    bucket integer primary key,
    times  integer not null
);

update person set bucket = coalesce((select b.bucket from bucket b where b.person = person.key), -1);
create index person_of_bucket on person (bucket);

update preference set
    sum = checksum(person, id, said, confidence, since, confirmed, until, replaces, kind,
                   (select text from said s where s.key = preference.said)),
    vector_sum = checksum((select vector from said s where s.key = preference.said));
update evidence set
    sum = checksum(person, number, preference, source, supports, at, said,
                   (select text from said s where s.key = evidence.said));
update transcript set
    sum = checksum(person, line, bucket, number, kind, at, said,
                   (select text from said s where s.key = transcript.said));
update person set
    preferences = (select count(*) from preference p where p.person = person.key),
    preference_digest = (select coalesce(sum(id * 31 % 2147483647), 0) from preference p where p.person = person.key),
    pieces = (select count(*) from evidence e where e.person = person.key),
    piece_digest = (select coalesce(sum((number * 31 + preference * 17) % 2147483647), 0)
                    from evidence e where e.person = person.key),
    lines = (select count(*) from transcript t where t.person = person.key),
    line_digest = (select coalesce(sum((line * 31 + t.bucket * 17 + number * 13) % 2147483647), 0)
                   from transcript t where t.person = person.key);
update person set
    sum = checksum(key, name, revision, next_preference, next_evidence, bucket, epoch, preferences, preference_digest,
                   pieces, piece_digest, lines, line_digest, (select text from said s where s.key = person.name));
update meta set people = (select count(*) from person);
update meta set sum = checksum(embedder, size, revision, people);
