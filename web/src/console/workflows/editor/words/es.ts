import { pluralIn } from '../../../../language/plural.ts'
import type { EditorWords } from './en.ts'

const plural = pluralIn('es')

export const es: EditorWords = {
  label: 'El documento, en YAML',
  hint: 'Ctrl Espacio completa; Escape y luego Tab sale del editor.',
  suggestions: 'Lo que podría seguir',
  save: 'Guardar borrador',
  saved: 'Borrador guardado.',
  publish: 'Publicar',
  publishOn: 'Publicar y activar',
  published: (number) => `La versión ${number} está publicada.`,
  publishedOn: (number) => `La versión ${number} está publicada y activada.`,
  isSaved: 'Guardado',
  isOn: 'Está activada tal como está aquí.',
  isChanged: 'Sin guardar',
  checking: 'Comprobando',
  good: 'No tiene errores.',
  problems: (count) => plural(count, `${count} problema`, `${count} problemas`),
  line: (number) => `Línea ${number}`,
  more: (count) => `Y ${count} más.`,
  diagram: 'Como diagrama',
  diagramOf: (steps) => `Pasos: ${steps}`,
  noDiagram: 'Se podrá dibujar cuando se pueda leer.',
  start: 'Inicio',
  end: 'Fin',
  kept: 'Lo que había escrito aquí sin guardar sigue estando.',
  discard: 'Tomar el borrador guardado',
  readOnly: 'Solo los responsables pueden cambiarlo.',
  archived: 'Está en el archivo: sáquela para cambiarla.',
  conflict: {
    title: 'Alguien ha guardado este borrador mientras tanto',
    text: 'El suyo no está guardado. Debajo está lo que cambió, visto desde el suyo.',
    mine: 'Guardar el mío encima',
    theirs: 'Tomar el otro',
    difference: 'El otro frente al suyo',
  },
  added: 'Nuevo',
  removed: 'Quitado',
  unchanged: (count) => plural(count, `${count} línea igual`, `${count} líneas iguales`),
  keys: { save: 'Guardar borrador' },
}
