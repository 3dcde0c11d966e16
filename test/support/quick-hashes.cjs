const argon2 = require('@node-rs/argon2');

const { hash } = argon2;

/** Passwords of tests are hashed as the service does it, at a sixtieth of the cost. The hash says at what cost it is to be verified. */
argon2.hash = (password, options) => hash(password, { ...options, memoryCost: 64, timeCost: 1 });
