import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import { focusPageTitle } from '../../ui/page.tsx'

const ProxyLoanConversationDialog = lazy(async () => ({
  default: (await import('../conversation/proxy-loan-conversation-dialog.tsx')).ProxyLoanConversationDialog,
}))

/**
 * The conversation on an SLV over whatever screen is open: a notification leads to it (spec.md §2). It stands in the
 * address, so that a link, a reload and Back find it.
 */
export const ConversationHost = () => {
  const { conversation } = useSearch({ from: '/_portal' })
  const navigate = useNavigate()
  if (!conversation) return null
  const close = async () => {
    await navigate({ to: '.', search: ({ conversation: _, ...search }) => search, replace: true })
    // What was pressed to come here has gone with the bell's panel.
    if (document.activeElement === document.body) focusPageTitle()
  }
  return (
    <Suspense fallback={null}>
      <ProxyLoanConversationDialog key={conversation} slvId={conversation} onClose={close} />
    </Suspense>
  )
}
