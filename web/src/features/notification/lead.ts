import { conversationParameter, hrefOf, type NotificationTarget } from '@portal/contract/notification/target'
import { stringifySearch } from '../../lib/search-text.ts'

type Here = { pathname: string; search: Record<string, unknown> }

const isUnder = (root: string, { pathname }: Here) => pathname === root || pathname.startsWith(`${root}/`)

/**
 * The address to go to from here: a conversation opens over the screen of the SLVs that is open (spec.md §2), else over
 * the list; a Tdoc opens with the tab filter that stands in the address now.
 */
export const addressFrom = (here: Here, target: NotificationTarget): string => {
  if (target.kind === 'CONVERSATION' && isUnder('/slv', here))
    return `${here.pathname}${stringifySearch({ ...here.search, [conversationParameter]: target.slvId })}`
  if (target.kind === 'TDOC' && isUnder('/condition-manager', here))
    return `${target.path}${stringifySearch({ ...here.search, descriptionTab: target.descriptionTab })}`
  return hrefOf(target)
}
