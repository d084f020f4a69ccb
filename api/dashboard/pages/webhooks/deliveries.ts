import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../../domain/webhooks/delivery.ts'
import { type Html, type Part, html } from '../../../html/markup.ts'
import type { Delivery } from '../../../schemas/webhook.ts'
import { type ShownRow, table, time, withNote } from '../../elements.ts'
import { filterOf, menuOf } from '../../forms.ts'
import type { View } from '../../page.ts'
import { CALLBACKS, deliveryPath } from './paths.ts'
import { deliveryBadge, lastAnswer, nextAttempt } from './webhook-texts.ts'

/** A delivery under way changes within seconds. */
export const DELIVERIES_LIVE_MS = 3_000

/** `path`: of the page without the filter. */
export const statusFilter = (
  view: View,
  { path, status }: { readonly path: string; readonly status: DeliveryStatus | null },
): Html =>
  filterOf(
    {
      label: 'Filter the deliveries',
      fields: [menuOf('status', 'State of the deliveries', DELIVERY_STATUSES)],
      clear: status === null ? null : path,
    },
    view.query,
  )

interface ShownDeliveries {
  /** What has them, as the paths of its pages name it. */
  readonly place: string
  readonly deliveries: readonly Delivery[]
  /** Only these are shown; null: all. */
  readonly status: DeliveryStatus | null
  readonly empty: Part
}

export const deliveriesTable = (view: View, { place, deliveries, status, empty }: ShownDeliveries): Html =>
  table({
    id: 'deliveries',
    caption: status === null ? 'Last deliveries' : `Last ${status} deliveries`,
    empty: status === null ? empty : 'No matching deliveries.',
    columns: [
      { title: 'Event', wraps: true },
      { title: 'State' },
      { title: 'Answered' },
      { title: 'Attempts', numeric: true },
      { title: 'Next attempt' },
      { title: 'Made' },
    ],
    rows: deliveries.map((delivery): ShownRow => ({
      id: delivery.id,
      cells: [
        withNote(
          html`<a href="${deliveryPath(view, place, delivery.id)}">${delivery.type}</a>`,
          place === CALLBACKS ? delivery.url : null,
        ),
        deliveryBadge(delivery),
        lastAnswer(delivery),
        delivery.attempts.length,
        nextAttempt(delivery),
        time(delivery.created_at),
      ],
    })),
  })
