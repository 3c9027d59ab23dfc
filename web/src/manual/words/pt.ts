import type { ManualWords } from './en.ts'

export const pt: ManualWords = {
  pageTitle: 'A sua estadia',
  skip: 'Ir para o guia',
  loading: 'A carregar o seu guia',
  welcome: 'Bem-vindo a',
  guide: 'Guia do hóspede',
  savedCopy: 'Sem rede. Esta é a cópia guardada no seu telefone.',

  address: 'Morada',
  openMap: 'Abrir mapa',
  copy: 'Copiar',
  copied: 'Copiado',
  opensInNewTab: 'abre noutro separador',
  checkin: 'Chegada',
  checkinFrom: (time) => `A partir das ${time}`,
  checkinBetween: (from, to) => `Das ${from} às ${to}`,
  wifi: 'Wi-Fi',
  network: 'Rede',
  password: 'Palavra-passe',
  parking: 'Estacionamento',
  parkingThere: 'O alojamento tem estacionamento.',
  rules: 'Regras da casa',
  checkout: 'Saída',
  checkoutUntil: (time) => `Até às ${time}`,

  door: {
    title: 'A porta',
    open: 'Abrir a porta',
    holdToOpen: 'Manter para abrir',
    hint: 'Fique em frente à porta e mantenha o botão premido durante um segundo.',
    tooShort: 'Um pouco mais: mantenha premido até o círculo fechar.',
    withoutHolding: 'Abrir sem manter premido',
    confirmTitle: 'Abrir a porta agora?',
    confirmText: 'Confirme só quando estiver em frente a ela.',
    confirm: 'Sim, abrir',
    cancel: 'Cancelar',
    opening: 'A abrir',
    openingText: 'A pedir à fechadura que abra.',
    stillTrying: 'Continuamos a tentar',
    stillTryingText: 'A fechadura demora um pouco mais. Fique junto à porta.',
    opened: 'A porta está aberta',
    openedText: 'Entre e sinta-se em casa.',
    accepted: 'A fechadura recebeu a ordem',
    acceptedText: 'Ainda não confirmou. Experimente a maçaneta.',
    needsSignal: 'A porta precisa de rede',
    needsSignalText: 'Dê alguns passos ou ligue os dados móveis. O botão volta sozinho.',
    tryAgain: 'Tentar de novo',
    tryAgainIn: (seconds) => `Tentar de novo em ${seconds} s`,
    failed: {
      offline: {
        title: 'A fechadura não responde',
        text: 'Pode estar fora de alcance ou com pouca bateria. Tente de novo daqui a pouco. Se não abrir, ligue ou escreva ao seu anfitrião.',
      },
      error: {
        title: 'A fechadura não conseguiu abrir',
        text: 'Veja se ninguém está a empurrar a porta e tente de novo. Se não abrir, ligue ou escreva ao seu anfitrião.',
      },
      uncertain: {
        title: 'Não sabemos se abriu',
        text: 'A fechadura não respondeu a tempo. Experimente primeiro a maçaneta e depois tente de novo.',
      },
      lost: {
        title: 'A ligação foi interrompida',
        text: 'A porta pode estar aberta ou não. Experimente primeiro a maçaneta e depois tente de novo.',
      },
      busy: {
        title: 'Alguém está a abri-la agora',
        text: 'Há outro pedido em curso. Experimente a maçaneta daqui a alguns segundos.',
      },
      limited: {
        title: 'Demasiadas tentativas',
        text: 'Para proteger a fechadura há agora uma breve pausa.',
      },
      refused: {
        title: 'A porta continua fechada',
        text: 'Esta ligação não a abre neste momento. Ligue ou escreva ao seu anfitrião.',
      },
    },
    early: 'Ainda é um pouco cedo',
    earlyText: (moment) => `Pode abrir a porta a partir de ${moment}. O botão aparece aqui nessa altura.`,
    late: 'A sua estadia terminou',
    lateText: 'Esta ligação já não abre a porta. Esqueceu-se de alguma coisa? Ligue ou escreva ao seu anfitrião.',
  },

  gone: {
    unknown: {
      title: 'Não conhecemos esta ligação',
      text: 'Talvez falte uma parte. Abra-a de novo a partir da mensagem ou pergunte ao seu anfitrião.',
    },
    revoked: {
      title: 'Este guia foi retirado',
      text: 'O seu anfitrião retirou esta ligação. Se está aqui alojado, peça uma nova.',
    },
    expired: {
      title: 'Este guia expirou',
      text: 'A ligação só era válida durante a sua estadia. Esperamos que tenha gostado!',
    },
  },
  silent: {
    title: 'O serviço não responde neste momento',
    text: 'O guia aparece aqui assim que ele responder.',
  },
  unreachable: {
    title: 'Sem ligação',
    text: 'Este guia ainda não foi aberto neste telefone. Aparece assim que houver rede.',
  },
}
