// What people do with the studio, in Firefox.

process.env.STUDIO_BROWSER = 'firefox';
await import('./studio.test.js');
