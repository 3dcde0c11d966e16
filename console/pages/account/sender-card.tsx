import type { CSSProperties, ReactNode } from 'react';
import { accentColors } from '../../../domain/brand/colors';
import { plainOrigin } from '../../../domain/plain-origin';
import type { Branding } from '../../../domain/senders/branding';
import { SignInCard } from '../../session/sign-in-card';
import './account.css';

interface Props {
  title: string;
  /** Null if the workspace is unknown. */
  sender: Branding | null;
  children: ReactNode;
}

/** A card with the logo, color and address of a workspace. */
export function SenderCard({ title, sender, children }: Props) {
  if (sender === null) return <SignInCard title={title}>{children}</SignInCard>;
  const { name, postalAddress, accentColor } = sender;
  const foot = postalAddress !== null && (
    <footer className="sender-foot quiet small">
      {name}
      <br />
      {postalAddress}
    </footer>
  );
  return (
    <SignInCard
      {...{ title, foot }}
      logo={<SenderLogo {...sender} />}
      style={accentColor === null ? {} : accentStyle(accentColor)}
    >
      {children}
    </SignInCard>
  );
}

function SenderLogo({ name, logoUrl }: Branding) {
  // The policy of the page allows no other origin.
  if (logoUrl === null || plainOrigin(logoUrl) === null) return <strong>{name}</strong>;
  return <img className="sender-logo" src={logoUrl} alt={name} />;
}

/** `--surface` in tokens.css, in light and dark. */
const surfaces = ['#ffffff', '#151b23'] as const;

/** Replaces the accent color, with enough contrast in both themes. */
function accentStyle(accent: string): CSSProperties {
  const [light, dark] = surfaces.map((surface) => accentColors(surface, accent));
  const pair = (name: 'button' | 'onButton' | 'link') => `light-dark(${light?.[name]}, ${dark?.[name]})`;
  const variables = {
    '--accent': pair('link'),
    '--focus': pair('link'),
    '--accent-fill': pair('button'),
    '--accent-fill-hover': pair('button'),
    '--on-accent': pair('onButton'),
  };
  return variables as CSSProperties;
}
