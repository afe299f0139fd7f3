import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { managesPeople } from '@portal/contract/user/policy'
import { colorSchemes } from '../../../ui/color-schemes.ts'
import { Section } from '../../../ui/outline.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { useProfile } from '../../auth/queries.ts'
import { MailSetting } from '../../notification/mail-setting.tsx'
import { InviteButton } from '../invite/invite-button.tsx'
import { actorOf } from '../people/actor.ts'
import classes from './account.module.css'
import { FactorsSection } from './factors-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** What a person keeps about themselves: who they are, how they sign in and where, and how the portal tells and looks. */
export const AccountPage = () => {
  const profile = useProfile()
  const { signsInWith } = profile
  // Who looks after people invites where those people are listed.
  const invitesHere = !managesPeople(actorOf(profile))
  return (
    <Page>
      <PageHeader title="Account" actions={invitesHere && <InviteButton />} />
      <div className={classes.sections}>
        <ProfileSection />
        {signsInWith === 'PASSWORD' ? (
          <>
            <PasswordSection />
            <FactorsSection />
          </>
        ) : (
          <Section id="sign-in" title="Sign-in">
            <p className={classes.words}>
              You sign in through LoanDock. Your password and second factor are kept there, and changed there.
            </p>
          </Section>
        )}
        <SessionsSection />
        <Section id="notifications" title="Mail about your work">
          <MailSetting />
        </Section>
        <AppearanceSection />
      </div>
    </Page>
  )
}

const schemeOf = (value: string) => colorSchemes.find((scheme) => scheme.value === value)?.value ?? 'auto'

const AppearanceSection = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Section id="appearance" title="Appearance">
      <div className={classes.setting}>
        <span className={classes.name} aria-hidden>
          Color scheme
        </span>
        <SegmentedControl
          aria-label="Color scheme"
          data={[...colorSchemes]}
          value={colorScheme}
          onChange={(value) => setColorScheme(schemeOf(value))}
        />
        <p className={classes.words}>This applies to this browser.</p>
      </div>
    </Section>
  )
}
