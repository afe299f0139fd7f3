import { conversationParameter, hrefOf, type NotificationTarget } from '@portal/contract/notification/target'
import { stringifySearch } from '../../lib/text/search-text.ts'

type Here = { pathname: string; search: Record<string, unknown> }

const isUnder = (root: string, { pathname }: Here) => pathname === root || pathname.startsWith(`${root}/`)

/**
 * The address that a notification opens: a conversation over the current SLV screen (spec.md §2) or the list; a Tdoc
 * with the current tab filter.
 */
export const addressFrom = (here: Here, target: NotificationTarget): string => {
  if (target.kind === 'CONVERSATION' && isUnder('/slv', here))
    return `${here.pathname}${stringifySearch({ ...here.search, [conversationParameter]: target.slvId })}`
  if (target.kind === 'TDOC' && isUnder('/condition-manager', here))
    return `${target.path}${stringifySearch({ ...here.search, descriptionTab: target.descriptionTab })}`
  return hrefOf(target)
}
