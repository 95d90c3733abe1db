import { slipsBetween, soundOf } from '#core/contract/spelling.ts'
import { wordsIn } from '#core/contract/words.ts'
import type { Side, Terms } from './contract.ts'

/* Whose name stands under an agreement. */

/** The name that a side's signature is compared with; null where it isn't known any more. */
export const signerOf = (
  { buyer, signer, artist }: Pick<Terms, 'buyer' | 'signer' | 'artist'>,
  side: Side,
) => (side === 'hunter' ? (signer ? signer.name : buyer.name) : artist.signer)

/**
 * Whether a typed name may well be that of whoever was to sign: as many words in common, give or take a slip, as the
 * shorter of the two has, two at most. It only asks; whatever was typed is what is signed.
 */
export function resembles(typed: string, named: string | null): boolean {
  const [given, known] = [wordsIn(typed), wordsIn(named ?? '')]
  if (known.length === 0) return true
  const common = given.filter((word) =>
    known.some(
      (one) => soundOf(word) === soundOf(one) || (word.length > 3 && slipsBetween(word, one, 1) <= 1),
    ),
  )
  return common.length >= Math.min(2, given.length, known.length) && common.length > 0
}
