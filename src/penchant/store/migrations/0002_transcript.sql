-- What was said, heard and seen, line by line. As everywhere, words and names lie in `said` alone: an episode is found
-- through one of 65,536 buckets, and told apart from others in its bucket by the text in `said`.

create table transcript (
    person  integer not null references person (key),
    line    integer not null,   -- in the order of writing
    bucket  integer not null,   -- of the episode
    number  integer not null,   -- within the episode
    kind    text not null,
    at      text not null,
    said    integer not null references said (key),
    primary key (person, line)
) without rowid;

create index transcript_of_episode on transcript (person, bucket, number);
