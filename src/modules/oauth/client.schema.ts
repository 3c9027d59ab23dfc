import { Type, type Static } from 'typebox'
import { Line, optional } from '#core/schema.ts'

const RedirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), { minItems: 1, maxItems: 20 })

/** RFC 7591. Of the many things a program may say about itself, these are used; the rest is allowed and left aside. */
export const ClientMetadata = Type.Object({
  redirect_uris: RedirectUris,
  ...optional({
    client_name: Line(200),
    token_endpoint_auth_method: Type.String({ maxLength: 100 }),
    grant_types: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 }),
    response_types: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 }),
  }),
})
/** What the document at the address of a program must say. */
export const ClientDocument = Type.Object({
  ...ClientMetadata.properties,
  client_id: Type.String({ maxLength: 2000 }),
  client_name: Type.Optional(
    Type.String({ description: 'Its host in place of one that does not read as it is written.' }),
  ),
  /** All that it can do, where the one that it likes best is not the only one. */
  token_endpoint_auth_methods_supported: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
})

export type ClientMetadata = Static<typeof ClientMetadata>
export type ClientDocument = Static<typeof ClientDocument>
