import type { FlowSettingsWords } from './en.ts'

export const es: FlowSettingsWords = {
  about: {
    title: 'Qué es',
    name: 'Nombre',
    description: 'Descripción',
    tags: 'Etiquetas',
    tagsHint: 'Separadas por comas.',
    kept: 'Días que se guardan las ejecuciones terminadas',
  },
  turns: {
    title: 'Ejecuciones a la vez',
    limit: 'Cuántas como máximo',
    limitHint: 'Vacío: cualquier número.',
    key: 'Se cuentan juntas por',
    keyHint: 'Una ruta en la entrada, como .[0].data.propertyId. Vacío: cuentan todas juntas.',
    policy: 'Una más',
    policies: {
      queue: 'Espera su turno',
      skip: 'No se inicia',
      replace: 'Sustituye a las que están en curso',
    },
  },
  retry: {
    title: 'Cuando una llamada falla temporalmente',
    text: 'Sin respuesta, 408, 425, 429 o 5xx, si ningún try del documento lo captura. Vale también para las que están en curso.',
    attempts: 'Cuántas veces se repite',
    attemptsHint: 'Vacío: la ejecución falla enseguida.',
    delay: 'Segundos antes de la primera vez',
    backoff: 'Las esperas siguientes',
    backoffs: {
      constant: 'Iguales',
      linear: 'Cada una aumenta lo que dura la primera',
      exponential: 'Cada una el doble de la anterior',
    },
  },
  migration: {
    title: 'Dos motores',
    ref: (name: string) => `En el otro se llama ${name}.`,
    compared: (same: number, all: number) => `De ${all} comparadas, ${same} hicieron lo mismo.`,
    needed: (count: number, part: string) => `Se puede asumir a partir de ${count}, con ${part} iguales.`,
    planned: (when: string) => `Está previsto para ${when}.`,
    to: {
      legacy: 'Dejarla al otro motor',
      shadow: 'Aquí solo comparar',
      service: 'Asumirla aquí',
    },
    openRuns: 'Ejecuciones abiertas del lado que la cede',
    openRunsAre: {
      finish: 'Terminan',
      suspend: 'Se suspenden',
      cancel: 'Se cancelan',
    },
    reason: 'Motivo',
    force: 'Aunque no coincidan lo suficiente (necesita un motivo)',
    done: 'Cambiado.',
  },
  save: 'Guardar ajustes',
  saved: 'Ajustes guardados.',
}
