-- Keys of secrets that no node has any more, each for one purpose: what was proved under them stays proved. Sealed.
create table kept_keys (
  purpose text not null,
  -- Of which secret it was.
  secret_id text not null,
  key_sealed text not null,
  -- Null: for as long as what it proves.
  good_until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (purpose, secret_id)
);
