import { pluralIn } from '../../language/plural.ts'
import type { TaskWords } from './en.ts'

const plural = pluralIn('pt')

export const pt: TaskWords = {
  pageTitle: 'Tarefa',
  skip: 'Ir para a tarefa',
  forName: (name) => `Para ${name}`,
  viewOnly: 'Só leitura',
  urgent: 'Urgente',
  high: 'Prioridade alta',
  done: 'Feito',
  loading: 'A carregar a tarefa',

  where: 'Onde',
  openMap: 'Abrir mapa',
  when: 'Quando',
  anyTime: 'A qualquer hora',
  about: (length) => `cerca de ${length}`,
  access: 'Como entrar',
  description: 'O que fazer',

  checklist: 'Lista de verificação',
  doneOf: (done, total) => `Feitos: ${done} de ${total}`,
  optional: 'Opcional',
  yes: 'Sim',
  no: 'Não',
  conditions: { GOOD: 'Bom', FAIR: 'Razoável', POOR: 'Mau', DAMAGED: 'Danificado' },
  conditionNote: 'Nota sobre o estado',
  conditionNotePlaceholder: 'O que notou?',
  textPlaceholder: 'Escreva aqui',
  fewer: 'Menos um',
  more: 'Mais um',
  stars: (count) => plural(count, `${count} estrela`, `${count} estrelas`),
  openExternal: 'Abrir',
  externalHint: 'Faz-se noutro sistema e fica assinalado aqui automaticamente.',
  opensInNewTab: 'abre noutro separador',

  photos: 'Fotografias',
  noPhotos: 'Ainda não há fotografias.',
  takePhoto: 'Tirar fotografia',
  choosePhotos: 'Escolher fotografias',
  preparing: 'A preparar a fotografia',
  photoNumber: (number) => `Fotografia ${number}`,

  comments: 'Comentários',
  noComments: 'Ainda não há comentários.',
  writeComment: 'Escrever um comentário',
  send: 'Enviar',
  you: 'Eu',

  complete: 'Concluir tarefa',
  left: (count) => plural(count, `Falta ${count} ponto`, `Faltam ${count} pontos`),
  ruleNeeds: {
    photo: 'É precisa uma fotografia',
    cost: 'O escritório tem de registar um custo',
    summary: 'É preciso um resumo',
  },
  otherWorkFirst: 'Primeiro é preciso terminar outro trabalho',
  heldByOffice: 'O escritório tem de libertar primeiro esta tarefa',
  completeTitle: 'Concluir esta tarefa?',
  summary: 'Resumo',
  summaryHint: 'O que fez? Há algo que o escritório deva saber?',
  summaryNeeded: 'Para concluir esta tarefa é preciso um breve resumo.',
  cancel: 'Cancelar',
  willComplete: 'Será concluída assim que houver rede',
  completing: 'A concluir',
  takeBack: 'Anular',

  waiting: 'À espera de rede',
  unsaved: 'Não foi possível guardar neste telefone. Deixe esta página aberta até ser enviado.',
  sending: 'A enviar',
  sendingPercent: (percent) => `A enviar, ${percent} %`,
  allSent: 'Está tudo enviado',
  waitingCount: (count) => plural(count, `${count} alteração em espera`, `${count} alterações em espera`),
  noSignal: 'Sem rede',
  noSignalText: 'Continue a trabalhar. Fica tudo neste telefone e é enviado quando a rede voltar.',
  refused: 'Não aceite',
  refusedReasons: {
    completion_blocked: 'Ainda falta alguma coisa. Veja o que falta e conclua de novo.',
    checklist_item_not_found: 'O escritório retirou este ponto da lista.',
    answer_mismatch: 'O escritório alterou este ponto. Responda de novo.',
    already_completed: 'A tarefa já está concluída.',
    too_many_photos: 'A tarefa não aceita mais fotografias.',
    file_too_large: 'Mesmo reduzida, a fotografia tem mais de 10 MB. Tire outra.',
    file_not_an_image: 'Este ficheiro não é uma fotografia que consigamos ler. Tire outra.',
    image_too_many_pixels: 'A fotografia é demasiado grande. Tire outra.',
    other: 'O servidor não aceitou.',
  },
  tryAgain: 'Tentar de novo',
  discard: 'Eliminar',

  thanksTitle: 'Está tudo feito. Obrigado!',
  thanksName: (name) => `Está tudo feito. Obrigado, ${name}!`,
  completedAt: (moment) => `Concluída: ${moment}.`,
  afterwards: 'Ainda pode adicionar fotografias e comentários.',

  gone: {
    unknown: {
      title: 'Não conhecemos esta ligação',
      text: 'Talvez falte uma parte. Abra-a de novo a partir da mensagem ou pergunte a quem a enviou.',
    },
    revoked: {
      title: 'Esta ligação foi retirada',
      text: 'O escritório retirou-a. Se ainda tem esta tarefa, peça uma ligação nova.',
    },
    expired: {
      title: 'Esta ligação expirou',
      text: 'Só era válida durante algum tempo. Peça uma nova ao escritório.',
    },
  },
  unsent: (count) =>
    plural(
      count,
      `${count} coisa que fez não pôde ser enviada. Continua neste telefone.`,
      `${count} coisas que fez não puderam ser enviadas. Continuam neste telefone.`,
    ),
  unsentPhoto: 'Fotografia',
  silent: {
    title: 'O serviço não responde neste momento',
    text: 'A tarefa aparece aqui assim que ele responder.',
  },
  unreachable: {
    title: 'Sem ligação',
    text: 'Esta tarefa ainda não foi aberta neste telefone. Continuamos a tentar; aparece assim que houver rede.',
  },
}
