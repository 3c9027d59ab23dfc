import type { ManualWords } from './en.ts'

export const es: ManualWords = {
  pageTitle: 'Su estancia',
  skip: 'Ir a la guía',
  loading: 'Cargando su guía',
  welcome: 'Le damos la bienvenida a',
  guide: 'Guía del huésped',
  savedCopy: 'Sin cobertura. Esta es la copia guardada en su teléfono.',

  address: 'Dirección',
  openMap: 'Abrir mapa',
  copy: 'Copiar',
  copied: 'Copiado',
  opensInNewTab: 'se abre en otra pestaña',
  checkin: 'Llegada',
  checkinFrom: (time) => `Desde las ${time}`,
  checkinBetween: (from, to) => `De ${from} a ${to}`,
  wifi: 'Wifi',
  network: 'Red',
  password: 'Contraseña',
  parking: 'Aparcamiento',
  parkingThere: 'El alojamiento tiene aparcamiento.',
  rules: 'Normas de la casa',
  checkout: 'Salida',
  checkoutUntil: (time) => `Hasta las ${time}`,

  door: {
    title: 'La puerta',
    open: 'Abrir la puerta',
    holdToOpen: 'Mantenga pulsado',
    hint: 'Póngase delante de la puerta y mantenga pulsado un segundo.',
    tooShort: 'Un poco más: mantenga pulsado hasta que se cierre el círculo.',
    withoutHolding: 'Abrir sin mantener pulsado',
    confirmTitle: '¿Abrir la puerta ahora?',
    confirmText: 'Confirme solo cuando esté delante.',
    confirm: 'Sí, abrir',
    cancel: 'Cancelar',
    opening: 'Abriendo',
    openingText: 'Pidiendo a la cerradura que abra.',
    stillTrying: 'Seguimos intentándolo',
    stillTryingText: 'La cerradura tarda un poco más. Quédese junto a la puerta.',
    opened: 'La puerta está abierta',
    openedText: 'Pase, está en su casa.',
    accepted: 'La cerradura ha recibido la orden',
    acceptedText: 'Todavía no lo ha confirmado. Pruebe la manilla.',
    needsSignal: 'La puerta necesita cobertura',
    needsSignalText: 'Muévase unos pasos o active los datos móviles. El botón vuelve por sí solo.',
    tryAgain: 'Intentar de nuevo',
    tryAgainIn: (seconds) => `Intentar de nuevo en ${seconds} s`,
    failed: {
      offline: {
        title: 'La cerradura no responde',
        text: 'Puede que no haya conexión o que le quede poca batería. Inténtelo de nuevo en un momento. Si sigue sin abrir, llame o escriba a su anfitrión.',
      },
      error: {
        title: 'La cerradura no ha podido abrir',
        text: 'Compruebe que nadie empuja la puerta e inténtelo de nuevo. Si sigue sin abrir, llame o escriba a su anfitrión.',
      },
      uncertain: {
        title: 'No sabemos si se ha abierto',
        text: 'La cerradura no ha respondido a tiempo. Pruebe primero la manilla y después inténtelo de nuevo.',
      },
      lost: {
        title: 'Se ha cortado la conexión',
        text: 'Puede que la puerta esté abierta o no. Pruebe primero la manilla y después inténtelo de nuevo.',
      },
      busy: {
        title: 'Alguien la está abriendo ahora',
        text: 'Hay otra orden en curso. Pruebe la manilla en unos segundos.',
      },
      limited: {
        title: 'Demasiados intentos',
        text: 'Para proteger la cerradura hay ahora una breve pausa.',
      },
      refused: {
        title: 'La puerta sigue cerrada',
        text: 'Este enlace no la abre en este momento. Llame o escriba a su anfitrión.',
      },
    },
    early: 'Todavía es pronto',
    earlyText: (moment) => `Podrá abrir la puerta a partir del ${moment}. El botón aparecerá aquí.`,
    late: 'Su estancia ha terminado',
    lateText: 'Este enlace ya no abre la puerta. ¿Ha olvidado algo? Llame o escriba a su anfitrión.',
  },

  gone: {
    unknown: {
      title: 'No conocemos este enlace',
      text: 'Quizá le falte una parte. Ábralo otra vez desde el mensaje o pregunte a su anfitrión.',
    },
    revoked: {
      title: 'Esta guía fue retirada',
      text: 'Su anfitrión ha retirado el enlace. Si se aloja aquí, pida uno nuevo.',
    },
    expired: {
      title: 'Esta guía ha caducado',
      text: 'El enlace solo era válido durante su estancia. ¡Esperamos que la haya disfrutado!',
    },
  },
  silent: {
    title: 'El servicio no responde en este momento',
    text: 'La guía aparecerá aquí en cuanto responda.',
  },
  unreachable: {
    title: 'Sin conexión',
    text: 'Esta guía no se ha abierto antes en este teléfono. Aparecerá en cuanto haya cobertura.',
  },
}
