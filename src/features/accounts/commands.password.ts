import { Refusal } from '#core/contract/errors.ts'
import { isCommonPassword } from '#core/server/commonPasswords.ts'

/** Makes sure that nobody would try a chosen password first. @throws Refusal 422 on its field */
export async function refuseCommon(password: string): Promise<void> {
  if (await isCommonPassword(password))
    throw new Refusal(422, 'common.invalid', { fields: { password: { key: 'validation.password_common' } } })
}
