/** Whether this browser can make and use passkeys. */
export const knowsPasskeys = () => typeof window.PublicKeyCredential === 'function'
