import type { ArticleCreate } from '#modules/knowledge/article.schema.ts'

/** Properties are called by their names here. */
type DemoArticle = Omit<ArticleCreate, 'propertyId'> & { property?: string; by: string }

const home = { category: 'Trouble in the home', by: 'Tomás Reis' }
const stay = { category: 'Arrival and stay', visibility: 'guest', by: 'Sofia Nunes' } as const
const work = { category: 'How we work', by: 'Inês Carvalho' }

/** What the people of the demo company have written down. */
export const ARTICLES: DemoArticle[] = [
  {
    ...home,
    title: 'The Wi-Fi does not work',
    tags: ['wifi', 'guest in house'],
    visibility: 'guest',
    body: `Most reports are over in five minutes. Ask first whether **all** devices are without internet or only one.

## Only one device
Forget the network on the device and join it again. The name ends in \`-guest\`; the password is on the card in the kitchen drawer.

## All devices
1. Look at the router in the hallway cupboard. The light *Internet* must be green.
2. Pull its plug, count to thirty, plug it in again.
3. Wait four minutes. The lights blink before they stay on.

## Still no connection
Check whether the street has an outage on the provider's page, then call us. We carry a mobile router in the van and can bring it within two hours, also at the weekend.`,
  },
  {
    ...home,
    title: 'The boiler shows an error or there is no hot water',
    tags: ['boiler', 'heating', 'safety'],
    body: `## Before anything else
If you smell gas, open the windows, close the gas tap under the boiler, leave and call 112. Do not touch light switches.

## Error E2: low pressure
The needle must be between 1 and 1.5 bar. Open both blue valves under the boiler slowly until it is, close them, press *Reset* for five seconds. If it falls again within a day there is a leak: make an urgent task for Maintenance.

## Error E9 or a flame that goes out
The ignition electrode is worn. Guests can use the electric kettle and the shower of the neighbouring flat if it is free. Canalizações Duarte comes the same day; the part costs about 50 euros and goes to the owner.

## No error but cold water
Ask whether the gas bottle is empty in homes without city gas: Praia Grande Villa, Quinta da Serra, Moinho Velho. The full bottle stands in the shed.`,
  },
  {
    ...stay,
    title: 'Arriving late at night',
    tags: ['check-in'],
    body: `You can arrive at any hour. From ten in the evening the door opens with the code in our message of the day of arrival; nobody needs to wait for you.

## The code does not work
Press the lock button once, wait for the blue light, then type the code and press the lock button again. After three wrong codes the keypad sleeps for a minute.

## Quiet hours
From 22:00 to 08:00 please carry suitcases on the stairs instead of rolling them. Neighbours sleep next to the entrance in most of our houses.`,
  },
  {
    ...stay,
    title: 'The pool: rules and times',
    property: 'Praia Grande Villa',
    tags: ['pool', 'safety'],
    body: `The pool is open from 09:00 to 21:00 and heated from May to September to 27 degrees.

## Safety
There is no lifeguard. Children under twelve swim only with an adult beside the water. The fence gate must click shut behind you. No glass near the pool.

## When the water is cloudy
Please do not swim, and tell us. It is nearly always the filter, and the service comes every Thursday morning or the same day if you call before noon.`,
  },
  {
    ...home,
    title: 'Looking after the pool',
    property: 'Praia Grande Villa',
    tags: ['pool', 'checklist'],
    body: `## Every morning in season
Measure chlorine (1 to 1.5) and pH (7.2 to 7.6) with the kit in the pump room and write both on the sheet. Empty the skimmer baskets.

## Once a week
Backwash the filter for two minutes until the glass is clear, then rinse for one. Atlântico Piscinas does this on Thursdays; we only do it when they cannot come.

## Green or cloudy water
Close the pool, put the sign on the gate, add shock chlorine in the evening, let the pump run overnight. Reopen only when chlorine is below 3.`,
  },
  {
    ...stay,
    title: 'Rubbish and recycling',
    tags: ['waste', 'recycling'],
    body: `Bins are in the street and never more than two hundred metres away.

- **Blue**: paper and cardboard, flattened.
- **Yellow**: plastic, cans and drink cartons.
- **Green**: glass, not before 08:00 and not after 22:00.
- **Grey**: the rest, in closed bags.

In Alfama the lanes are too narrow for bins: put the bag outside the door between 20:00 and 22:00 and it is collected. Large things such as a broken chair stay in the home; tell us and we have them fetched.`,
  },
  {
    ...home,
    title: 'A lost key or a locked-out guest',
    tags: ['keys', 'lock', 'guest in house'],
    body: `## Homes with a keypad
Make a new code in the lock's page and send it by message. Never say a code on the phone to somebody who cannot name the reservation.

## Homes with keys only
Spare keys hang in the office safe, numbered like the property codes. By day Bruno brings one; between 20:00 and 08:00 the locksmith in the vendor list does, and the guest pays the call (65 euros) unless our lock failed.

## A key that is gone
Change the cylinder before the next arrival, even if the guest is sure that it fell into the sea. Bill it as damage. Make a task for two new spare keys.`,
  },
  {
    ...work,
    title: 'Linen counts and the laundry',
    tags: ['linen', 'laundry', 'turnover'],
    body: `Every home has three sets for each bed: one on the bed, one in the cupboard, one at the laundry.

## At a turnover
Count what you take off and what you put on, and write both numbers in the checklist. Stained pieces go into the red bag with a note, never into the white ones.

## Collection
Lavandaria Boa Vista collects on Mondays and Thursdays at 08:00 and returns within two days. When fewer than two clean sets are left in a home, call them the day before: they deliver out of turn for 15 euros.

## Loss
More than two pieces missing in a month: make a task for the owner's statement.`,
  },
  {
    ...work,
    title: 'A turnover, step by step',
    tags: ['turnover', 'cleaning', 'checklist'],
    body: `Plan ninety minutes for a studio and thirty more for each bedroom.

1. Open all windows, strip the beds, start the dishwasher.
2. Bathrooms, top to bottom; hair in drains first.
3. Kitchen: fridge empty, oven, filter of the hood, coffee machine emptied.
4. Make the beds, lay out towels: two for each guest and one for the floor.
5. Refill soap, paper, coffee, dishwasher tablets.
6. Floors last. Take the photo of the living room from the door.

## Found things
Write them into the task with the room they were in, put them in a labelled bag, bring them to the office. We keep them for ninety days and send them at the guest's cost.

## Damage
Photograph before you clean. Do not throw anything away before the claim is made.`,
  },
  {
    ...stay,
    title: 'Checking out',
    tags: ['check-out'],
    body: `Check-out is until 11:00. Close the windows, leave the keys on the kitchen table and pull the door shut. Please start the dishwasher and take the rubbish with you; everything else we do.

## Staying longer
Write to us the day before. If nobody arrives on your day we can often give you until 14:00 for free.

## Luggage
We cannot keep luggage in the homes after check-out. There are lockers at Rossio, Cais do Sodré and São Bento stations.`,
  },
  {
    ...work,
    title: 'Noise and complaints of neighbours',
    tags: ['noise', 'neighbours'],
    body: `A neighbour who calls gets a name, a number and a call back within fifteen minutes.

## The steps
Write to the guests first, kindly. Call them after ten minutes. After the second complaint of a night go there, or send the night line's security partner. Note every step in the task with its time: the licence of the house depends on it.

## Parties
The deposit may be kept only if the house rules were sent before arrival and a photo or the police report is in the task.`,
  },
  {
    ...home,
    title: 'Power is out or a fuse has blown',
    tags: ['electricity', 'safety'],
    body: `The fuse board is behind the entrance door or in the hallway cupboard.

## One room or one appliance
Unplug everything in that room, lift the switch that is down, plug things in one by one. The one that trips it stays unplugged; make a task with its name.

## The whole home
If the large switch with the button marked *T* is down, an appliance leaks current: most often the water heater or a wet outdoor socket. If everything is up and the street is dark too, it is the network: the number is on the board.

Never let a guest open the board's cover.`,
  },
  {
    by: 'Rui Almeida',
    title: 'Relatório mensal aos proprietários',
    category: 'Proprietários',
    tags: ['proprietários', 'faturação'],
    language: 'pt',
    body: `O relatório segue até ao dia cinco de cada mês.

## O que entra
Reservas terminadas no mês, limpezas, reparações com fatura e a nossa comissão. As reparações acima de 150 euros precisam da aprovação do proprietário antes do trabalho, salvo em caso de urgência: água, gás, eletricidade ou fechaduras.

## Reclamações
Responder no mesmo dia útil, com a fatura e as fotografias da tarefa em anexo.`,
  },
]
