import { AppstoreOutlined } from '@ant-design/icons'

/** A platform's icon, or a sign in its place. */
export function PlatformIcon({ src, size = 28 }: { src: string; size?: number }) {
  const box = { width: size, height: size }
  if (!src)
    return (
      <span className="pb-icon pb-icon-none" style={box} aria-hidden>
        <AppstoreOutlined />
      </span>
    )
  return <img className="pb-icon" style={box} src={src} alt="" loading="lazy" />
}
