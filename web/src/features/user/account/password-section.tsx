import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { Section } from '../../../ui/outline.tsx'
import classes from './account.module.css'

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
}))

/** The own password, for those who have one here. */
export const PasswordSection = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section id="password" title="Password">
      <div className={classes.rows}>
        <div className={classes.row}>
          <span className={classes.about}>
            <small>Changing it ends every other session of yours.</small>
          </span>
          <Button variant="default" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            Change password
          </Button>
        </div>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <ChangePasswordDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}
