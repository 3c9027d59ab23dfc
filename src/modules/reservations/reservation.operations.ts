import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listReservations as list } from './reservation.queries.ts'
import * as schema from './reservation.schema.ts'
import * as reservations from './reservation.service.ts'

const { reservation_not_found, reservation_exists, reservation_inapplicable } = reservations.failures
const LIST = '/workspaces/:workspaceId/reservations'
const ITEM = `${LIST}/:reservationId`

export const listReservations = operation({
  id: 'listReservations',
  workflow: { name: 'reservation-list', version: '1.0.0', scope: 'reservations:read' },
  summary: 'List reservations',
  description:
    'Newest first unless sorted. `from` and `to` choose the stays that touch these days; each may stand alone.',
  tag: 'Reservations',
  access: { role: 'member' },
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.ReservationQuery,
  reply: schema.ReservationPage,
  run: (ctx, query) => list(ctx, query),
})

export const getReservation = operation({
  id: 'getReservation',
  workflow: { name: 'reservation-get', version: '1.0.0', scope: 'reservations:read' },
  summary: 'Read a reservation',
  tag: 'Reservations',
  access: { role: 'member' },
  rest: { method: 'GET', path: ITEM },
  params: schema.ReservationPath,
  query: schema.ReservationInclude,
  reply: schema.ReservationDetail,
  versioned: true,
  errors: [reservation_not_found],
  run: (ctx, { reservationId, include }) => reservations.getReservation(ctx, reservationId, include),
})

export const createReservation = operation({
  id: 'createReservation',
  summary: 'Create a reservation',
  tag: 'Reservations',
  access: { role: 'manager' },
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.ReservationCreate,
  reply: schema.Reservation,
  status: 201,
  versioned: true,
  errors: [reservation_exists, reservation_inapplicable],
  run: (ctx, input) => reservations.createReservation(ctx, input),
})

export const updateReservation = operation({
  id: 'updateReservation',
  summary: 'Change a reservation',
  description: 'Tasks that follow the stay are moved soon after, each field that nobody has changed by hand.',
  tag: 'Reservations',
  access: { role: 'manager' },
  rest: { method: 'PATCH', path: ITEM },
  params: schema.ReservationPath,
  body: schema.ReservationUpdate,
  reply: schema.Reservation,
  versioned: true,
  errors: [reservation_not_found, reservation_exists, reservation_inapplicable],
  run: (ctx, { reservationId, ...changes }) => reservations.updateReservation(ctx, reservationId, changes),
})

export const deleteReservation = operation({
  id: 'deleteReservation',
  summary: 'Delete a reservation',
  tag: 'Reservations',
  access: { role: 'manager' },
  rest: { method: 'DELETE', path: ITEM },
  params: schema.ReservationPath,
  reply: Deleted,
  conditional: true,
  errors: [reservation_not_found],
  run: (ctx, { reservationId }) => reservations.deleteReservation(ctx, reservationId),
})
