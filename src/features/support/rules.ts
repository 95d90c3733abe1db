/** The address of a mailbox that is written as `Name <address>`, or bare. */
export const addressIn = (mailbox: string): string => /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox.trim()
