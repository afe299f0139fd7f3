import { notifications } from '@mantine/notifications'

/** Milliseconds a success stands (spec.md §9). Failures stay until dismissed. */
const successStands = 2000

/** The two toasts of the portal. Only `query-client.ts` and what is no call at all shows them. */
export const toast = {
  success: (message: string) => {
    notifications.show({ message, color: 'teal', autoClose: successStands, withBorder: true })
  },
  failure: (message: string) => {
    notifications.show({ message, color: 'red', autoClose: false, withBorder: true })
  },
}
