import { Type } from 'typebox'
import { closed, oneOf } from '#core/schema.ts'

export const Base64 = Type.String({
  minLength: 4,
  pattern: '^[A-Za-z0-9+/]+={0,2}$',
  description: 'The bytes, without a `data:` prefix.',
})

const TextPart = closed({
  type: Type.Literal('text', { description: 'Says which kind of part it is.' }),
  text: Type.String({ description: 'Plain text.' }),
})
const ImagePart = closed({
  type: Type.Literal('image', { description: 'Only in messages of the user.' }),
  media_type: oneOf(['image/png', 'image/jpeg', 'image/webp', 'image/gif'], { description: 'What the bytes are.' }),
  data_base64: Base64,
})
/** One of a conversation with a model. */
export const Message = closed({
  role: oneOf(['system', 'user', 'assistant'], {
    description: '`system` is put before all others, wherever it stands.',
  }),
  content: Type.Union([Type.String(), Type.Array(Type.Union([TextPart, ImagePart]), { minItems: 1, maxItems: 50 })], {
    description: 'A text, or texts and images.',
  }),
})
