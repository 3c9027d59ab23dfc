import type { DepartmentsWords } from './en.ts'

export const es: DepartmentsWords = {
  title: 'Departamentos',
  make: 'Nuevo departamento',
  none: 'Aún no hay departamentos',
  noneText: 'Cada tarea pertenece a un departamento. Cree el primero, por ejemplo Limpieza.',
  name: 'Nombre',
  kind: 'Tipo',
  kinds: {
    field_ops: { name: 'Sobre el terreno', text: 'Sus tareas programadas están en las órdenes de trabajo del día.' },
    office: { name: 'Oficina', text: 'Sus tareas no están en las órdenes de trabajo del día.' },
  },
  goesTo: 'El trabajo nuevo va a',
  goesToNobody: 'El trabajo nuevo no va a nadie por sí solo',
  primary: 'A cargo del trabajo nuevo',
  primaryHint: 'Se usa cuando una tarea se crea con las personas habituales.',
  nobody: 'Nadie',
  others: 'Y además',
  remove: 'Eliminar',
  reallyRemove: 'Eliminar para siempre',
  saved: (name) => `${name} está guardado.`,
  removed: (name) => `Se ha eliminado ${name}. Sus personas se quedan.`,
}
