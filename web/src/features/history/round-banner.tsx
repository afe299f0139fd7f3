import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import classes from './round-banner.module.css'

/** Says that what one reads is over: an earlier round as it ended, and the way back to the present one. */
export const RoundBanner = ({ round, onLeave }: { round: number; onLeave: () => void }) => (
  <section className={classes.banner} aria-label="Earlier round">
    <IconHistory size={18} aria-hidden />
    <span>
      You are reading <b>round {round + 1}</b> as it ended. It can no longer be changed.
    </span>
    <Button variant="default" onClick={onLeave}>
      Back to the present round
    </Button>
  </section>
)
