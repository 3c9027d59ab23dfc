import type { TagsWords } from './en.ts'

export const es: TagsWords = {
  title: 'Etiquetas',
  make: 'Nueva etiqueta',
  none: 'Aún no hay etiquetas',
  noneText:
    'Las etiquetas agrupan tareas de varios departamentos: limpieza a fondo, petición del propietario, garantía.',
  name: 'Nombre',
  color: 'Color',
  colors: {
    green: 'Verde',
    blue: 'Azul',
    violet: 'Violeta',
    pink: 'Rosa',
    red: 'Rojo',
    orange: 'Naranja',
    yellow: 'Amarillo',
    grey: 'Gris',
  },
  outOfUse: 'En desuso',
  retire: 'Dejar de usar',
  revive: 'Volver a usar',
  retired: (name) => `${name} está en desuso. Las tareas que la tienen la conservan.`,
  revived: (name) => `${name} se puede volver a usar.`,
  saved: (name) => `${name} está guardada.`,
}
