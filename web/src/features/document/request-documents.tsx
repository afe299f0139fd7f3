import type { SlvDetail } from '@portal/contract/slv/answers'
import { useQuery } from '@tanstack/react-query'
import { useProfile } from '../auth/queries.ts'
import { AskedDocuments } from '../slv/form/asked-documents.tsx'
import { slvQuery } from '../slv/queries.ts'
import classes from './document.module.css'
import { KeptDocuments } from './kept-documents.tsx'
import { SellerDocuments } from './seller-documents.tsx'

/** The documents of a request as a seller has them in its form: what is asked for, then all that are there. */
export const RequestDocuments = ({ slv }: { slv: SlvDetail }) => {
  const { role } = useProfile()
  const { data: present = slv } = useQuery({ ...slvQuery(slv.id), enabled: false })
  if (role !== 'SELLER') return null
  if (slv.resubmitCount < present.resubmitCount) return <KeptDocuments slv={slv} />
  return (
    <>
      {slv.pendingDocuments.length > 0 && (
        <div className={classes.part}>
          <AskedDocuments slv={slv} />
        </div>
      )}
      <SellerDocuments slv={slv} />
    </>
  )
}
