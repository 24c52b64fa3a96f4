import { CopyText } from '../../kit/CopyText.tsx'
import { useText } from '../../kit/text.ts'
import { signInWords } from './words.ts'

/** Binds an authenticator app the first time: a picture to scan, or the key to type. */
export function Authenticator({ image, secret }: { image: string; secret: string }) {
  const t = useText(signInWords)
  return (
    <section className="pb-authenticator" aria-label={t.firstTime}>
      <img src={image} alt={t.qr} width={132} height={132} />
      <div>
        <strong>{t.firstTime}</strong>
        <p>{t.firstTimeText}</p>
        <span className="pb-quiet">{t.secret}</span>
        <code>
          <CopyText text={secret} />
        </code>
      </div>
    </section>
  )
}
