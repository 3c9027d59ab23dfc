import { pluralIn } from '../../language/plural.ts'
import type { TaskWords } from './en.ts'

const plural = pluralIn('es')

export const es: TaskWords = {
  pageTitle: 'Tarea',
  skip: 'Ir a la tarea',
  forName: (name) => `Para ${name}`,
  viewOnly: 'Solo lectura',
  urgent: 'Urgente',
  high: 'Prioridad alta',
  done: 'Hecho',
  loading: 'Cargando la tarea',

  where: 'Dónde',
  openMap: 'Abrir mapa',
  when: 'Cuándo',
  anyTime: 'A cualquier hora',
  about: (length) => `aproximadamente ${length}`,
  access: 'Cómo entrar',
  description: 'Qué hay que hacer',

  checklist: 'Lista de comprobación',
  doneOf: (done, total) => `Hechos: ${done} de ${total}`,
  optional: 'Opcional',
  yes: 'Sí',
  no: 'No',
  conditions: { GOOD: 'Bien', FAIR: 'Regular', POOR: 'Mal', DAMAGED: 'Dañado' },
  conditionNote: 'Nota sobre el estado',
  conditionNotePlaceholder: '¿Qué ha observado?',
  textPlaceholder: 'Escriba aquí',
  fewer: 'Uno menos',
  more: 'Uno más',
  stars: (count) => plural(count, `${count} estrella`, `${count} estrellas`),
  openExternal: 'Abrir',
  externalHint: 'Se hace en otro sistema y se marca aquí por sí solo.',
  opensInNewTab: 'se abre en otra pestaña',

  photos: 'Fotos',
  noPhotos: 'Todavía no hay fotos.',
  takePhoto: 'Hacer foto',
  choosePhotos: 'Elegir fotos',
  preparing: 'Preparando la foto',
  photoNumber: (number) => `Foto ${number}`,

  comments: 'Comentarios',
  noComments: 'Todavía no hay comentarios.',
  writeComment: 'Escribir un comentario',
  send: 'Enviar',
  you: 'Usted',

  complete: 'Completar tarea',
  left: (count) => plural(count, `Falta ${count} punto`, `Faltan ${count} puntos`),
  ruleNeeds: {
    photo: 'Hace falta una foto',
    cost: 'La oficina debe anotar un coste',
    summary: 'Hace falta un resumen',
  },
  otherWorkFirst: 'Antes hay que terminar otro trabajo',
  heldByOffice: 'La oficina tiene que liberar antes esta tarea',
  completeTitle: '¿Completar esta tarea?',
  summary: 'Resumen',
  summaryHint: '¿Qué ha hecho? ¿Algo que la oficina deba saber?',
  summaryNeeded: 'Para completar esta tarea hace falta un breve resumen.',
  cancel: 'Cancelar',
  willComplete: 'Se completará en cuanto haya cobertura',
  completing: 'Completando',
  takeBack: 'Deshacer',

  waiting: 'Esperando cobertura',
  unsaved: 'No se ha podido guardar en este teléfono. Deje esta página abierta hasta que se envíe.',
  sending: 'Enviando',
  sendingPercent: (percent) => `Enviando, ${percent} %`,
  allSent: 'Todo está enviado',
  waitingCount: (count) => plural(count, `${count} cambio en espera`, `${count} cambios en espera`),
  noSignal: 'Sin cobertura',
  noSignalText: 'Siga trabajando. Todo queda en este teléfono y se envía cuando vuelva la cobertura.',
  refused: 'No aceptado',
  refusedReasons: {
    completion_blocked: 'Todavía falta algo. Mire qué queda pendiente y complétela de nuevo.',
    checklist_item_not_found: 'La oficina ha quitado este punto de la lista.',
    answer_mismatch: 'La oficina ha cambiado este punto. Respóndalo de nuevo.',
    already_completed: 'La tarea ya está completada.',
    too_many_photos: 'La tarea no admite más fotos.',
    file_too_large: 'La foto supera los 10 MB incluso reducida. Haga otra.',
    file_not_an_image: 'Este archivo no es una foto que podamos leer. Haga otra.',
    image_too_many_pixels: 'La foto es demasiado grande. Haga otra.',
    other: 'El servidor no lo ha aceptado.',
  },
  tryAgain: 'Intentar de nuevo',
  discard: 'Descartar',

  thanksTitle: 'Todo listo. ¡Gracias!',
  thanksName: (name) => `Todo listo. ¡Gracias, ${name}!`,
  completedAt: (moment) => `Completada: ${moment}.`,
  afterwards: 'Todavía puede añadir fotos y comentarios.',

  gone: {
    unknown: {
      title: 'No conocemos este enlace',
      text: 'Quizá le falte una parte. Ábralo otra vez desde el mensaje o pregunte a quien se lo envió.',
    },
    revoked: {
      title: 'Este enlace fue retirado',
      text: 'La oficina lo ha retirado. Si sigue con esta tarea, pida un enlace nuevo.',
    },
    expired: {
      title: 'Este enlace ha caducado',
      text: 'Solo era válido durante un tiempo. Pida uno nuevo a la oficina.',
    },
  },
  unsent: (count) =>
    plural(
      count,
      `${count} cosa que hizo no se pudo enviar. Sigue en este teléfono.`,
      `${count} cosas que hizo no se pudieron enviar. Siguen en este teléfono.`,
    ),
  unsentPhoto: 'Foto',
  silent: {
    title: 'El servicio no responde en este momento',
    text: 'La tarea aparecerá aquí en cuanto responda.',
  },
  unreachable: {
    title: 'Sin conexión',
    text: 'Esta tarea no se ha abierto antes en este teléfono. Seguimos intentándolo; aparecerá en cuanto haya cobertura.',
  },
}
