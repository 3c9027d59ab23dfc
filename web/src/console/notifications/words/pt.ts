import type { NotificationsWords } from './en.ts'

export const pt: NotificationsWords = {
  title: 'Notificações',
  which: 'Quais são mostradas',
  all: 'Todas',
  unread: (count) => (count === 0 ? 'Por ler' : `Por ler (${count})`),
  isUnread: 'Por ler:',
  read: (title) => `Marcar como lida: ${title}`,
  readAll: 'Marcar tudo como lido',
  choose: 'De que quer saber',
  answered: 'Já respondida',
  none: {
    title: 'Ainda não há notificações',
    text: 'Quando lhe derem trabalho, algo nele mudar ou alguém pedir a sua aprovação, fica escrito aqui.',
  },
  noneUnread: { title: 'Leu tudo', text: 'O que vier a seguir aparece aqui automaticamente.' },
  says: {
    workflowOff: 'Foi desligada: as expressões em JSONata já não correm',
    signIn: (program: string) =>
      program === ''
        ? 'Alguém entrou na sua conta num dispositivo novo'
        : `Alguém entrou na sua conta num dispositivo novo: ${program}`,
    assigned: (name) => `${name} atribuiu-lhe esta tarefa`,
    completed: (name) => `${name} concluiu-a`,
    deleted: (name) => `${name} eliminou-a: não há mais nada a fazer`,
    closed: (name) => `${name} fechou-a: não há mais nada a fazer`,
    rejected: (name) => `${name} rejeitou-a: não há mais nada a fazer`,
    takenOff: (name) => `${name} retirou-lha: não há mais nada que tenha de fazer`,
    openedAgain: (name) => `${name} reabriu-a: volta a ser sua`,
    restored: (name) => `${name} recuperou-a: volta a ser sua`,
    commented: (name) => `${name} escreveu um comentário`,
    commentedThat: (name, text) => `${name}: «${text}»`,
    urgent: (name) => `${name} marcou-a como urgente`,
    orphaned: (name) => `${name} marcou-a como urgente, e ainda ninguém trata dela`,
    moved: (name, when) => `${name} passou-a para ${when}`,
    planned: (name, when) => `${name} marcou-a para ${when}`,
    unplanned: (name) => `${name} retirou-lhe a data`,
    approval: 'Uma automatização espera pela sua resposta',
    reminder: 'Uma automatização continua à espera da sua resposta',
  },
}
