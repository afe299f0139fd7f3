import { Anchor, Text } from '@mantine/core'
import { phone } from '../../lib/text/format.ts'
import { useBranding } from './queries.ts'

type Support = Pick<
  ReturnType<typeof useBranding>,
  'name' | 'supportEmail' | 'supportPhone'
>

/** 'Contact Buyer support: help@buyer.example, (213) 555-0142.', or empty. */
export const describeSupport = ({
  name,
  supportEmail,
  supportPhone,
}: Support): string => {
  const ways = [supportEmail, supportPhone && phone(supportPhone)]
  const known = ways.filter((way) => way !== null)
  return known.length === 0
    ? ''
    : `Contact ${name} support: ${known.join(', ')}.`
}

/** Whom to contact for help, by the portal's settings. */
export const SupportContact = () => {
  const { name, supportEmail, supportPhone } = useBranding()
  if (!supportEmail && !supportPhone)
    return <Text>Ask your contact at {name}.</Text>
  return (
    <Text style={{ overflowWrap: 'anywhere' }}>
      {name} support:{' '}
      {supportEmail && (
        <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>
      )}
      {supportEmail && supportPhone && ', '}
      {supportPhone && (
        <Anchor href={`tel:${supportPhone}`}>{phone(supportPhone)}</Anchor>
      )}
    </Text>
  )
}
