-- How often something was erased from this file. Whoever writes next, in whichever process, sees by it that the log must
-- be emptied, also where the one who erased could not do it because somebody was reading, or was killed before.

alter table meta add column erased integer not null default 0;
update meta set sum = checksum(embedder, size, revision, people, erased);
