import { Tooltip } from '@mantine/core'
import { isUnderwriter } from '@portal/contract/user/policy'
import { useQuery } from '@tanstack/react-query'
import * as format from '../../../lib/text/format.ts'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import { recordStateQuery } from '../../../records/retention/queries.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'

/**
 * Shows that an SLV is on legal hold, or that its borrower data was erased.
 * Only underwriters see this.
 */
export const HoldNote = ({ slvId }: { slvId: string }) =>
  isUnderwriter(toActor(useProfile())) ? <Note slvId={slvId} /> : null

const Note = ({ slvId }: { slvId: string }) => {
  const { data } = useQuery(recordStateQuery(slvId))
  if (data?.hold)
    return (
      <Tooltip
        label={`${data.hold.reason} (${data.hold.setBy}, ${format.dateTime(data.hold.setAt)})`}
        multiline
        maw={280}
      >
        <span>
          <StatusBadge label="Legal hold" color="gray" />
        </span>
      </Tooltip>
    )
  return data?.erasedAt ? (
    <StatusBadge
      label={`Data erased ${format.dateTime(data.erasedAt)}`}
      color="gray"
    />
  ) : null
}
