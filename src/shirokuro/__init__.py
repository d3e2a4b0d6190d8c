from shirokuro.errors import InvalidMoveError
