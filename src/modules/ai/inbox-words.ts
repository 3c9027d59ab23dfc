import type { InboxCategory } from './inbox.schema.ts'

export interface CategoryWords {
  category: InboxCategory
  /** Small letters without accents; English, Portuguese, Spanish, French, German, Italian. */
  words: RegExp
}

function oneWordOf(...patterns: string[]): RegExp {
  return new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'))
}

/** In the order in which they win: danger first, thanks last. */
export const CATEGORY_WORDS: readonly CategoryWords[] = [
  {
    category: 'emergency',
    words: oneWordOf(
      String.raw`\b(there is|there s|is on|on) (a )?fire\b|\bsmoke (is )?(coming|everywhere|in the)\b|\bincendio\b|\bpegou fogo\b|\bincendie\b|\bes brennt\b|\bfeuer\b`,
      String.raw`\bgas leak\b|\bsmells? (of|like) gas\b|\bcheiro a gas\b|\bfuga de gas\b|\bolor a gas\b|\bhuele a gas\b|\bodeur de gaz\b|\bfuite de gaz\b|\bgasgeruch\b|\briecht nach gas\b|\bodore di gas\b`,
      String.raw`\bflood(ed|ing)\b|\bburst pipe\b|\bpipe (has )?burst\b|\binunda(cao|do|da|cion)\b|\binondation\b|\binonde\b|\bwasserrohrbruch\b|\buberschwemm|\ballagat[oa]\b|\ballagamento\b`,
      String.raw`\bambulance\b|\bpolice\b|\bpolicia\b|\bpolizei\b|\bpolizia\b|\bcarbon monoxide\b|\belectric shock\b|\bbreak-?in\b|\bbroke in\b|\bsomeone is trying to get in\b|\binjured\b|\bferid[oa]\b|\bherid[oa]\b|\bblesse\b|\bverletzt\b`,
    ),
  },
  {
    category: 'access',
    words: oneWordOf(
      String.raw`\block(ed)? (us |me |myself |ourselves )?out\b|\bcan ?(not|t|no|n t) (get in|enter|open the door|access)\b|\b(code|key|lock|keypad|smart lock) (is not|isn t|does ?n[o ]t|doesn t|not|won t|is ?n t) (work|working|open)`,
      String.raw`\b(no consigo|nao consigo|nao conseguimos) (entrar|abrir)\b|\btrancad[oa]s?\b|\bcodigo (nao|no) funciona\b|\bno (puedo|podemos) (entrar|abrir)\b|\bencerrad[oa]s? fuera\b`,
      String.raw`\bcode ne (fonctionne|marche) pas\b|\b(ne pouvons|ne peux|n arriv\w+) pas (a )?(entrer|rentrer|ouvrir)\b|\benfermes? dehors\b|\bausgesperrt\b|\bkommen nicht (rein|hinein|in)\b|\bcode funktioniert nicht\b|\btur (geht|lasst sich) nicht\b|\bchius[oai] fuori\b|\bnon riusc\w+ (a )?(ad )?(entrare|aprire)\b|\bcodice non funziona\b|\blost (the |our |my )?keys?\b`,
    ),
  },
  {
    category: 'cancellation',
    words: oneWordOf(
      String.raw`\bcancel(led|ling|lation)?\b|\bcancelar\b|\bcancelamento\b|\bcancelacion\b|\bannuler\b|\bannulation\b|\bstornier|\bannullare\b|\bcancellare\b|\bcancellazione\b`,
    ),
  },
  {
    category: 'wifi',
    words: oneWordOf(String.raw`\bwi-?fi\b|\bwlan\b|\binternet\b|\brouter\b|\bnetwork password\b`),
  },
  {
    category: 'maintenance',
    words: oneWordOf(
      String.raw`\bleak(s|ing|age)?\b|\bdrip(s|ping)?\b|\bbroken\b|\bdoes ?n[o ]t work\b|\bdoesn t work\b|\bnot working\b|\bstopped working\b|\bno (hot )?water\b|\bno (power|electricity|heating)\b|\bpower (cut|outage)\b|\bblocked\b|\bclogged\b|\bboiler\b|\bheating\b|\bair ?con(ditioning)?\b|\btoilet\b|\bfridge\b|\boven\b|\bdishwasher\b|\bwashing machine\b`,
      String.raw`\bnao (funciona|ha agua|temos agua|aquece|liga)\b|\bsem (agua|luz|aquecimento)\b|\bavariad[oa]\b|\bestragad[oa]\b|\bpinga\b|\bfuga de agua\b|\bentupid[oa]\b|\bno (funciona|hay agua|hay luz|tenemos agua)\b|\bsin (agua|luz|calefaccion)\b|\brot[oa]\b|\bgotea\b|\batascad[oa]\b|\baire acondicionado\b|\bar condicionado\b`,
      String.raw`\bne (fonctionne|marche) (pas|plus)\b|\bpas d eau\b|\bplus d eau\b|\bpas de chauffage\b|\bfuite\b|\bcasse(e)?\b|\bbouche(e)?\b|\bchaudiere\b|\bfunktioniert nicht\b|\bgeht nicht\b|\bkaputt\b|\bdefekt\b|\bkein (warm)?wasser\b|\bkein(en)? strom\b|\bheizung\b|\btropft\b|\bverstopft\b|\bnon funziona\b|\bsenza (acqua|corrente|riscaldamento)\b|\bnon c e acqua\b|\brott[oa]\b|\bperde acqua\b|\bguast[oa]\b|\bintasat[oa]\b`,
    ),
  },
  {
    category: 'cleanliness',
    words: oneWordOf(
      String.raw`\bdirty\b|\bfilthy\b|\bnot (been )?clean(ed)?\b|\bstains?\b|\bhairs?\b|\bcockroach\w*\b|\bbugs\b|\bants\b|\bmold\b|\bmould\b|\bsmells? (bad|awful|terrible)\b|\bno (clean )?(towels|sheets|linen)\b|\bmore towels\b`,
      String.raw`\bsuj[oa]s?\b|\bnao (foi|esta) limp[oa]\b|\bbaratas\b|\btoalhas\b|\bsuci[oa]s?\b|\bcucarachas\b|\btoallas\b|\bsale(s)?\b|\bserviettes\b|\bcafards?\b|\bschmutzig\b|\bdreckig\b|\bnicht (sauber|geputzt|gereinigt)\b|\bhandtucher\b|\bkakerlaken\b|\bsporc[oahie]+\b|\basciugamani\b|\bscarafaggi\b`,
    ),
  },
  {
    category: 'noise',
    words: oneWordOf(
      String.raw`\bnois[ey]\b|\bloud\b|\bparty\b|\bneighbou?rs?\b|\bbarulho\b|\bvizinhos?\b|\bruido\b|\bvecinos?\b|\bbruit\b|\bbruyant\w*\b|\bvoisins?\b|\blarm\b|\blaut\b|\bnachbarn?\b|\brumore\b|\bvicini\b|\bcan ?n?(o|ot|t) sleep\b`,
    ),
  },
  {
    category: 'payment',
    words: oneWordOf(
      String.raw`\binvoice\b|\brefund\w*\b|\bcharged?\b|\bpayment\b|\bdeposit\b|\breceipt\b|\btourist tax\b|\bfatura\b|\brecibo\b|\breembolso\b|\bpagamento\b|\bfactura\b|\bpago\b|\bfacture\b|\brembours\w*\b|\bcaution\b|\bpaiement\b|\brechnung\b|\bruckerstattung\b|\bkaution\b|\bzahlung\b|\bfattura\b|\brimborso\b|\bpagament\w*\b`,
    ),
  },
  {
    category: 'booking_change',
    words: oneWordOf(
      String.raw`\b(extend|change|shorten|modify) (our|my|the) (stay|booking|reservation|dates)\b|\b(extra|another|one more|more) nights?\b|\badditional guest\b|\bmais uma noite\b|\balterar (a|as) (reserva|datas)\b|\buna noche mas\b|\bcambiar (la|las) (reserva|fechas)\b|\bune nuit (de plus|supplementaire)\b|\bmodifier (la|notre|ma) reservation\b|\beine nacht (langer|mehr)\b|\bumbuchen\b|\bverlangern\b|\bun altra notte\b|\bmodificare la prenotazione\b`,
    ),
  },
  {
    category: 'check_in_out',
    words: oneWordOf(
      String.raw`\bcheck ?-?(in|out)\b|\barriv(e|ing|al)\b|\blate arrival\b|\bland at\b|\bluggage\b|\bearly\b|\bchegar|\bchegada\b|\bchegamos\b|\bsaida\b|\bmalas\b|\bllegar|\bllegada\b|\bllegamos\b|\bsalida\b|\bmaletas\b|\bequipaje\b|\barriv(er|ons|ee)\b|\bdepart\b|\bbagages\b|\bankunft\b|\bankommen\b|\banreise\b|\babreise\b|\bgepack\b|\barrivare\b|\barrivo\b|\bpartenza\b|\bbagagli\b`,
    ),
  },
  {
    category: 'amenities',
    words: oneWordOf(
      String.raw`\bparking\b|\bpark (the|our|my) car\b|\bpool\b|\bhair ?dryer\b|\biron\b|\bcot\b|\bcrib\b|\bhigh ?chair\b|\bcoffee machine\b|\bpets?\b|\bdogs?\b|\bestacionamento\b|\bestacionar\b|\bpiscina\b|\bberco\b|\baparcamiento\b|\baparcar\b|\bcuna\b|\bstationne\w*\b|\bpiscine\b|\bparkplatz\b|\bparken\b|\bkinderbett\b|\bhund\b|\bparcheggio\b|\bparcheggiare\b|\bculla\b`,
    ),
  },
]

export const NEGATIVE = oneWordOf(
  String.raw`\b(terrible|awful|disgust\w*|unacceptable|disappoint\w*|horrible|worst|angry|furious|upset|rude|never again|ridiculous|scam|dirty|filthy|very unhappy|not happy|bad review)\b`,
  String.raw`\b(inaceitavel|pessim[oa]|horrivel|desilud\w*|nojent[oa]|inaceptable|pesim[oa]|decepcion\w*|asqueros[oa]|inadmissible|deçu\w*|decu\w*|degoutant|affreux|horrible|unmoglich|enttauscht|furchtbar|schrecklich|inakzeptabel|unverschamt|inaccettabile|pessim[oa]|delus[oi]|schifo\w*|vergognos[oa])\b`,
)

export const POSITIVE = oneWordOf(
  String.raw`\b(thank(s| you)|great|wonderful|lovely|loved|amazing|perfect|fantastic|beautiful|excellent)\b`,
  String.raw`\b(obrigad[oa]|otim[oa]|maravilhos[oa]|perfeit[oa]|adoramos|gracias|maravillos[oa]|perfect[oa]|excelente|encant\w+|merci|parfait|magnifique|superbe|adore|danke|wunderbar|perfekt|toll|wunderschon|grazie|perfett[oa]|bellissim[oa]|meraviglios[oa])\b`,
)

export const HURRY = oneWordOf(
  String.raw`\b(urgent(ly)?|asap|immediately|right now|as soon as possible|emergency|please help)\b|\bhelp!`,
  String.raw`\b(urgente|urgentemente|imediatamente|agora mesmo|socorro|ahora mismo|inmediatamente|ayuda|tout de suite|immediatement|au secours|aidez|sofort|dringend|hilfe|subito|immediatamente|aiuto)\b`,
)

/** Things without which nobody can stay the night. */
export const BARE_NEEDS = oneWordOf(
  String.raw`\bno (hot )?water\b|\bno (power|electricity|heating)\b|\bpower (cut|outage)\b|\bleak(s|ing)?\b|\bsem (agua|luz|aquecimento)\b|\bnao (ha|temos) agua\b|\bfuga de agua\b|\bsin (agua|luz|calefaccion)\b|\bno (hay|tenemos) (agua|luz)\b|\bpas d eau\b|\bplus d eau\b|\bpas de chauffage\b|\bfuite\b|\bkein (warm)?wasser\b|\bkein(en)? strom\b|\bheizung\b.*\b(nicht|kalt|kaputt|ausgefallen)\b|\bsenza (acqua|corrente|riscaldamento)\b|\bnon c e acqua\b|\bperde acqua\b`,
)

/** A person decides: money, the law, threats. */
export const FOR_PEOPLE = oneWordOf(
  String.raw`\b(refund|lawyer|legal|compensation|police|bad review|human|manager|speak (to|with)|call me|reembolso|advogado|rembours\w*|avocat|gerente|anwalt|ruckerstattung|entschadigung|rimborso|avvocato)\b`,
)
