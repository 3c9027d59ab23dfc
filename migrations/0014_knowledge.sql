-- What the company knows. The row holds the text being written; what readers see is the published version.
create table articles (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  slug text not null,
  status text not null check (status in ('draft', 'published', 'archived')),
  title text not null,
  body text not null,
  category text,
  tags text[] not null,
  -- Null: the whole workspace.
  property_id uuid,
  visibility text not null check (visibility in ('internal', 'guest')),
  language text not null,
  has_draft boolean not null,
  published_version integer,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, property_id) references properties (workspace_id, id),
  check (status = 'draft' or published_version is not null)
);
create unique index articles_slug on articles (workspace_id, slug) where deleted_at is null;
create index articles_newest on articles (workspace_id, created_at desc, id desc) where deleted_at is null;

create table article_versions (
  workspace_id text not null,
  article_id uuid not null,
  number integer not null,
  title text not null,
  body text not null,
  category text,
  tags text[] not null,
  property_id uuid,
  visibility text not null,
  language text not null,
  published_by_kind text not null check (published_by_kind in ('user', 'key', 'system')),
  published_by_id uuid,
  published_at timestamptz(3) not null,
  primary key (workspace_id, article_id, number),
  foreign key (workspace_id, article_id) references articles (workspace_id, id),
  foreign key (workspace_id, property_id) references properties (workspace_id, id)
);
alter table articles add foreign key (workspace_id, id, published_version)
  references article_versions (workspace_id, article_id, number);

create function article_version_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a published version of an article never changes';
end $$;
create trigger article_version_stays before update on article_versions
  for each row execute function article_version_stays();

-- The published text in pieces that can be found. What the search filters by stands here too, so that it joins nothing.
create table article_passages (
  workspace_id text not null,
  article_id uuid not null,
  position integer not null,
  number integer not null,
  heading_path text[] not null,
  text text not null,
  language text not null,
  -- The text search configuration of the language, `simple` where there is none.
  config text not null,
  property_id uuid,
  visibility text not null,
  search_vector tsvector not null,
  -- The direction of the text's meaning, a signed byte for each dimension, and the model that knows what they mean.
  embedding bytea,
  embedding_model text,
  primary key (workspace_id, article_id, position),
  foreign key (workspace_id, article_id, number) references article_versions (workspace_id, article_id, number),
  check ((embedding is null) = (embedding_model is null))
);
create index article_passages_search on article_passages using gin (search_vector);
create index article_passages_config on article_passages (workspace_id, config);
create index article_passages_unembedded on article_passages (language, workspace_id) where embedding is null;

-- The words by which published texts are found, to know a mistyped one again. One that is no longer used does no harm.
create table knowledge_words (
  workspace_id text not null references workspaces (id),
  word text not null,
  primary key (workspace_id, word)
);
