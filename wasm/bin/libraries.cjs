// What the bundle has of others, each read where it is needed: most runs need none.

exports.ignore = () => require('ignore')();
exports.picomatch = () => require('picomatch');
