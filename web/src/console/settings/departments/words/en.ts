export const en = {
  title: 'Departments',
  make: 'New department',
  none: 'No department yet',
  noneText: 'Every task belongs to a department. Make the first one, such as Housekeeping.',
  name: 'Name',
  kind: 'Kind',
  kinds: {
    field_ops: { name: 'In the field', text: 'Its scheduled tasks are in the work orders of the day.' },
    office: { name: 'Office', text: 'Its tasks stay out of the work orders of the day.' },
  },
  goesTo: 'New work goes to',
  goesToNobody: 'New work goes to nobody by itself',
  primary: 'In charge of new work',
  primaryHint: 'Asked for when a task is made with the default people.',
  nobody: 'Nobody',
  others: 'And with them',
  remove: 'Delete',
  reallyRemove: 'Delete for good',
  saved: (name: string) => `${name} is saved.`,
  removed: (name: string) => `${name} is deleted. Its people stay.`,
}

export type DepartmentsWords = typeof en
