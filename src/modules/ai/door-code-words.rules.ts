/** The words that make a number a door code, in the languages of the product: small letters, no accents. */

const oneOf = (...lists: string[]): string =>
  `(?:${lists.map((list) => list.trim().replace(/\s*\n\s*/g, '|')).join('|')})`

/** Codes of another kind: what stands before the word, or is one word with it. */
const OTHER_CODE = `zip|postal|post|area|country|dial|dialing|dialling|error|fault|status|promo|promotional|discount|voucher
  coupon|booking|reservation|confirmation|qr|bar|dress|product|order|item|tracking|reference|ref|tax|colou?r|source|fehler|lander|rabatt|gutschein|buchungs
  aktions|uni|de|en`
export const CODE = `\\b(?<!\\b${oneOf(OTHER_CODE)}[ -])${oneOf(
  `(?!${oneOf(OTHER_CODE)}codes?\\b)[a-z]{0,20}codes?`,
  `pins?|passwords?|combinations?|combo
  codigos?|claves?|contrasenas?|combinacion
  senhas?|palavras?[ -]passe|combinacao
  mots? de passe|combinaison
  [a-z]{0,12}passwort|kennwort|[a-z]{0,12}kombination|geheimzahl|[a-z]{0,12}pin`,
)}\\b`

/** What has a code and seldom another number. */
export const BOX = oneOf(
  `(?:lock|key) ?box(?:es)?|key ?safe|safe|padlock|(?:smart ?)?lock|alarm(?: system)?|key ?pad
  cerradura|candado|caja fuerte|caja de (?:las |seguridad|)(?:llaves)?|alarma|teclado
  fechadura|cadeado|cofre|caixa (?:de|das) chaves|alarme
  serrure|cadenas|coffre(?:[ -]fort)?|boite a cle?f?s|clavier|interphone
  schlusselbox|schlusselkasten|schlusseltresor|schlusselsafe|tresor|turschloss|schloss|alarmanlage|tastenfeld|tastatur`,
)

/** What has a code, and often a number of its own too. */
export const DOOR = oneOf(
  `doors?|gates?|entry|access|wi-?fi|wlan
  puerta|porton|verja|acceso
  porta|portao|acesso
  porte|portail|portillon|acces
  [a-z]{0,14}tur|tuer|tor|hoftor|garagentor|zugang`,
)

/** What a code may be said to be of. */
const HOUSE = oneOf(
  `building|lobby|entrance|garage|elevator|lift|house|apartment|flat|studio|villa|pool|network|router|parking|number|no
  edificio|portal|entrada|garaje|casa|apartamento|piso|red|numero
  predio|garagem|rede
  immeuble|entree|maison|appartement|logement|reseau
  gebaude|haus|eingang|wohnung|netzwerk|nummer`,
)
/** What has a number that is no code. */
export const ROOM = oneOf(
  `rooms?|apartments?|apt|flat|unit|suite|villa|house|street|key|task|order|booking|page|step
  habitacion|habitaciones|apartamentos?|piso|llave|tarea|reserva|calle
  quartos?|chave|tarefa|rua
  chambres?|appartement|cle|tache|rue
  zimmer|wohnung|schlussel|aufgabe|buchung|strasse`,
)
const SMALL = oneOf(
  `the|a|an|of|for|to|our|your|my|this|new|old|current|front|back|main|side|garage|outer|inner|at|on|in|into
  de|del|la|el|los|las|tu|su|nuestr[oa]|nuev[oa]|principal|al|en
  da|do|das|dos|o|os|as|na|no|para|seu|sua|teu|tua|novo|nova|frente
  du|des|le|les|d|l|pour|votre|notre|nouveau|nouvelle|au|aux|sur
  fur|die|der|das|den|dem|zu|zum|zur|am|an|vom|von|ihr|ihre|dein|deine|unser|unsere|neue[rsn]?|ins|im`,
)
export const SMALL_WORDS = `(?: ${SMALL}){0,4}`
const NUMBERED = `${ROOM} \\d{1,4}[a-z]?`
/** `for the front door`, `de la puerta`, `for room 204`. */
export const OF_WHAT = `(?:${SMALL_WORDS}[ -](?:${NUMBERED}|${BOX}|${DOOR}|${HOUSE})\\b){0,3}`
export const HAS_CODE = `(?:${BOX}|${DOOR})\\b`

/** After these words comes the code itself. */
export const LINK = oneOf(
  `is|are|was|will|be|has|been|changed|set|to|now|today|always|still
  es|son|el|sera|ahora|siguiente|hoy
  e|sao|o|agora|hoje
  est|sont|le|maintenant|suivant
  ist|sind|die|lautet|lauten|wird|war|jetzt|heute|nun`,
)
export const CLEAR_LINK = oneOf('is|are|will be|now|es|son|sera|sao|est|sont|ist|sind|lautet|lauten')

export const USE = oneOf(
  `use|using|enter|type|key|press|punch|dial|input|insert|tap|with
  usa|usar|usando|utilice|utiliza|introduce|introduzca|introducir|marca|marque|marcar|teclea|teclee|teclear|pulsa|pulse
  ingresa|ingrese|digita|con
  utilize|digite|digitar|insira|introduza|prima|coloque|com
  utilisez|utilise|utiliser|tapez|tape|taper|composez|compose|composer|entrez|entrer|saisissez|saisir|faites|avec
  gib|geben sie|gebt|tippe|tippen|drucke|drucken|wahle|wahlen|nutze|nutzen|benutze|benutzen|verwende|verwenden|mit`,
)
export const USE_WORDS = `(?: (?:in|the|just|please|sie|bitte|den|die|o|el|le|${CODE})){0,3}`
export const OPEN = oneOf(
  `open|opens|unlock|unlocks|disarm|disarms|turns off
  abrir|abre|abres|abra|desbloquea|desbloquear|desactiva|desactivar
  desbloqueia|destranca|desativa|desativar
  ouvrir|ouvre|ouvrez|deverrouille|deverrouiller|desactive
  offnen|offnet|offnest|aufmachen|aufsperren|entsperrt|entsperren|deaktiviert`,
)

/** What a number counts, so that it is no code. */
export const UNIT = `^ ?(?:[€$£%²°]|${oneOf(
  `eur|euros?|usd|gbp|chf|brl|dollars?|pounds?|reais|franken|mbps|mbit|gb|kwh|watt|m|m2|km|cm|kg|meters?|metres?|metros?
  minutes?|minutos?|minuten|min|hours?|horas?|heures?|stunden|uhr|days?|dias?|jours?|tage|nights?|noches|noites|nuits?
  nachte|guests?|people|huespedes|hospedes|personas|pessoas|personnes|gaste|personen|times|veces|vezes|fois|mal`,
)}\\b)`
