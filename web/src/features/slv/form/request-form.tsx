import type { SlvDetail } from '@portal/contract/slv/answers'
import { isSellerDraft } from '@portal/contract/slv/status'
import { EditForm } from './edit-form.tsx'
import type { Edited } from './edited.ts'
import { ReadForm } from './read-form.tsx'

type RequestFormProps = { slv: SlvDetail; mode: 'edit' | 'read'; edited?: Edited }

/**
 * An SLV's request on one page, to write or to read. `edit` saves by itself while it is a draft, and on demand once it
 * was sent; `edited` marks what was changed since then.
 */
export const RequestForm = ({ slv, mode, edited }: RequestFormProps) =>
  mode === 'edit' ? (
    <EditForm
      key={`${slv.id} ${isSellerDraft(slv.status)} ${slv.resubmitCount}`}
      slv={slv}
      {...(edited && { edited })}
    />
  ) : (
    <ReadForm slv={slv} {...(edited && { edited })} />
  )
