import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconEyeOff } from '@tabler/icons-react'
import classes from './decision.module.css'

/** Why this person may prepare, but not make, the final decision (product.md §2, four eyes). */
export const FourEyesNotice = ({ slv: { decisionBlockedBy } }: { slv: SlvDetail }) =>
  decisionBlockedBy ? (
    <section className={classes.notice} aria-label="Four eyes">
      <IconEyeOff size={18} aria-hidden />
      <span>{decisionBlockedBy}.</span>
    </section>
  ) : null
