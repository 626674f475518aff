-- What kind of belief it is: a taste, or a constraint that outranks every taste. All that was kept before are tastes.

alter table preference add column kind text not null default 'taste';
