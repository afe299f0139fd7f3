import { signInPath } from '@portal/contract/user/navigation'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { PreviewScreen } from '../../features/document/preview/preview-screen.tsx'
import { setOwner } from '../../lib/owner.ts'
import { sessionQuery } from '../../records/auth/queries.ts'

/**
 * Outside of the shell, for everyone who is signed in; the server decides who
 * may see the file.
 */
export const Route = createFileRoute(
  '/slv/preview-document/$proxyLoanId/$documentId/$documentName/$documentType',
)({
  beforeLoad: async ({ context, location }) => {
    const profile = await context.queryClient.ensureQueryData(sessionQuery)
    if (!profile)
      throw redirect({
        to: signInPath,
        search: { returnTo: location.href },
        replace: true,
      })
    setOwner(profile.id)
    return { profile }
  },
  component: Preview,
})

function Preview() {
  const { proxyLoanId, documentId } = Route.useParams()
  const { role, permissions } = Route.useRouteContext().profile
  return (
    <PreviewScreen
      slvId={proxyLoanId}
      documentId={documentId}
      user={{ role, permissions }}
    />
  )
}
