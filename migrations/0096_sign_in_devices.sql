-- Where a person has signed in before: browsers by a token that only they have, networks by their address. Whoever comes
-- from one of them is counted apart from strangers, who cannot keep them out.
create table sign_in_devices (
  user_id uuid not null references users (id),
  kind text not null check (kind in ('browser', 'network')),
  -- A digest of the token, or of the network.
  name bytea not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (user_id, kind, name)
);
create index sign_in_devices_last on sign_in_devices (last_at);

-- When the next try from an unknown device is free, for each address that somebody signs in with, known or not. May be
-- lost in a crash, like other limits.
create unlogged table sign_in_paces (
  account text primary key,
  next_at timestamptz(3) not null
);
create index sign_in_paces_next on sign_in_paces (next_at);
-- Who waits for it, each network once, in the order in which they asked. Whoever does not come back loses their place.
create unlogged table sign_in_waits (
  account text not null,
  network text not null,
  asked_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  primary key (account, network)
);
create index sign_in_waits_order on sign_in_waits (account, asked_at);
create index sign_in_waits_seen on sign_in_waits (seen_at);
